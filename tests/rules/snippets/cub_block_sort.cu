// https://github.com/ROCm/HIPIFY/issues/75 CUB inside a kernel, a sub-header, a namespace alias
#include <cub/block/block_radix_sort.cuh>
#include <cub/cub.cuh>
namespace c = cub;
template <typename T> __global__ void sort(const T* in, T* out) {
    typedef cub::BlockRadixSort<T, 128, 4> Sort;
    __shared__ typename Sort::TempStorage room;
    T items[4];
    c::LoadDirectBlocked(threadIdx.x, in, items);
    Sort(room).Sort(items);
    c::StoreDirectBlocked(threadIdx.x, out, items);
}
template __global__ void sort(const double*, double*);
