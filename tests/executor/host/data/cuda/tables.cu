// Pointers to device functions: one that only the host reads, and a table that the kernel reads.
#include <cstdio>
typedef float (*Op)(float);
__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__device__ Op first = twice;
__device__ Op table[2] = {twice, square};
__global__ void apply(Op f, int k, float *p) { p[threadIdx.x] = f(p[threadIdx.x]) + table[k](1.5f); }
int main() {
    Op f;
    cudaMemcpyFromSymbol(&f, first, sizeof f);
    float h[2] = {3, 4}, *d;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    apply<<<1, 2>>>(f, 1, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
}
