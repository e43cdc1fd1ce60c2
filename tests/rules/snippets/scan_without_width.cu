// https://github.com/ORNL/HeCBench/issues/180 an inclusive scan over warps without a width
#include <cstdio>
__global__ void scan(int* data) {
    __shared__ int sums[32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, v = data[threadIdx.x];
    for (int d = 1; d < 32; d <<= 1) {
        int t = __shfl_up_sync(0xffffffff, v, d);
        if (lane >= d) v += t;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    for (int w = 0; w < warp; w++) v += sums[w];
    data[threadIdx.x] = v;
}
int main() {
    int h[256], *d;
    for (int i = 0; i < 256; i++) h[i] = i % 5;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    scan<<<1, 256>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", h[30], h[32], h[63], h[255]);
}
