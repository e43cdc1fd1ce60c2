// https://github.com/ROCm/HIPIFY/issues/922 thrust::cuda::par.on(stream) and CUDA's own sub-headers of Thrust
#include <thrust/device_vector.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>
void order(thrust::device_vector<int>& v, cudaStream_t s) {
    thrust::sort(thrust::cuda::par.on(s), v.begin(), v.end());
    thrust::sort(thrust::cuda::par_nosync.on(s), v.begin(), v.end());
}
