// https://github.com/ORNL/HeCBench/issues/171 a host that refuses GPUs whose warps are not 32 wide
#include <cstdio>
#include <cstdlib>
static const int WS = 32;
__global__ void lanes(int* p) { p[threadIdx.x] = threadIdx.x % WS; }
int main() {
    cudaDeviceProp prop;
    cudaGetDeviceProperties(&prop, 0);
    int size = 0;
    cudaDeviceGetAttribute(&size, cudaDevAttrWarpSize, 0);
    if (size != WS || prop.warpSize != WS) {
        printf("warps must have %d threads\n", WS);
        exit(1);
    }
    int *p, h[64];
    cudaMalloc(&p, sizeof h);
    lanes<<<1, 64>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d\n", h[31], h[32]);
}
