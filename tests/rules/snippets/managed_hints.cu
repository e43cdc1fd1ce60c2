// https://github.com/ROCm/HIPIFY/pull/2107 hints for managed memory, with a device number and with CUDA 13's location
#include <cstdio>
__global__ void twice(int* p) { p[threadIdx.x] *= 2; }
int main() {
    int *p, device;
    cudaGetDevice(&device);
    cudaMallocManaged(&p, 64 * sizeof(int), cudaMemAttachGlobal);
    for (int i = 0; i < 64; i++) p[i] = i;
#if CUDART_VERSION >= 13000
    cudaMemLocation where = {cudaMemLocationTypeDevice, device};
    cudaMemPrefetchAsync(p, 64 * sizeof(int), where, 0, 0);
#else
    cudaMemAdvise(p, 64 * sizeof(int), cudaMemAdviseSetPreferredLocation, device);
    cudaMemPrefetchAsync(p, 64 * sizeof(int), device);
#endif
    twice<<<1, 64>>>(p);
    cudaDeviceSynchronize();
    printf("%d %d\n", p[1], p[63]);
}
