// https://github.com/ROCm/hip/issues/815 atomics from a kernel on host memory that is mapped
#include <cstdio>
__global__ void count(unsigned* hits, unsigned* least) {
    atomicInc(hits, 1000u);
    atomicMin(least, threadIdx.x + 3);
    __threadfence_system();
}
int main() {
    unsigned *h, *d;
    cudaSetDeviceFlags(cudaDeviceMapHost);
    cudaHostAlloc(&h, 2 * sizeof(unsigned), cudaHostAllocMapped);
    h[0] = 0, h[1] = 99;
    cudaHostGetDevicePointer((void**)&d, h, 0);
    count<<<1, 64>>>(d, d + 1);
    cudaDeviceSynchronize();
    printf("%u %u\n", h[0], h[1]);
}
