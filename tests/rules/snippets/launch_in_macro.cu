// https://github.com/ROCm/hip/issues/1409 a launch inside a macro, the kernel in brackets
#include <cstdio>
#define LAUNCH(kernel, blocks, threads, ...) \
    kernel<<<blocks, threads>>>(__VA_ARGS__); \
    if (cudaPeekAtLastError() != cudaSuccess) printf("%s\n", cudaGetErrorString(cudaGetLastError()))
template <int A, int B> __global__ void put(int* p, int v) { p[blockIdx.x] = A * v + B; }
int main() {
    int *d, h[2];
    cudaMalloc(&d, sizeof h);
    LAUNCH((put<2, 1>), 2, 1, d, 20);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[0], h[1]);
}
