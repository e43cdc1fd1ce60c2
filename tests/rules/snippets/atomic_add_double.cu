// https://github.com/gunrock/gunrock/issues/242 an atomicAdd of one's own for GPUs before sm_60
#include <cstdio>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600
__device__ double atomicAdd(double* address, double v) {
    unsigned long long *p = (unsigned long long*)address, old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, __double_as_longlong(v + __longlong_as_double(seen)));
    } while (seen != old);
    return __longlong_as_double(old);
}
#endif
__global__ void total(double* s) { atomicAdd(s, threadIdx.x * 0.5); }
int main() {
    double h = 0, *d;
    cudaMalloc(&d, 8);
    cudaMemcpy(d, &h, 8, cudaMemcpyHostToDevice);
    total<<<1, 100>>>(d);
    cudaMemcpy(&h, d, 8, cudaMemcpyDeviceToHost);
    printf("%g\n", h);
}
