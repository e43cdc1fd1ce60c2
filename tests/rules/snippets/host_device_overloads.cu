// https://github.com/alpaka-group/alpaka/pull/333 a host function called by a template that is __host__ __device__
#include <cstdio>
#include <vector>
struct OnHost { int operator()() const { std::vector<int> v(3, 2); return (int)v.size(); } };
struct OnDevice { __device__ int operator()() const { return threadIdx.x + 5; } };
#pragma nv_exec_check_disable
template <class F> __host__ __device__ int call(F f) { return f(); }
__global__ void k(int* p) { p[threadIdx.x] = call(OnDevice()); }
int main() {
    int *d, h[2];
    cudaMalloc(&d, sizeof h);
    k<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", h[0], h[1], call(OnHost()));
}
