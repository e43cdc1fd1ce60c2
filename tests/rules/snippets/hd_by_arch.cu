// https://github.com/llvm/llvm-project/issues/117831 __host__ __device__ only where __CUDA_ARCH__ is defined
#include <cstdio>
#ifdef __CUDA_ARCH__
#define HD __host__ __device__
#else
#define HD
#endif
HD int square(int v) { return v * v; }
__global__ void k(int* p) { p[0] = square(p[0]); }
int main() {
    int h = 7, *d;
    cudaMalloc(&d, 4);
    cudaMemcpy(d, &h, 4, cudaMemcpyHostToDevice);
    k<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
