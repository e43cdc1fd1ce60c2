// https://github.com/ggml-org/llama.cpp/pull/1087 shuffles of half2 and of structures' words
#include <cstdio>
#include <cuda_fp16.h>
__device__ half2 sum(half2 v) {
    for (int mask = 16; mask > 0; mask >>= 1) v = __hadd2(v, __shfl_xor_sync(0xffffffff, v, mask, 32));
    return v;
}
__global__ void k(float* o) {
    half2 s = sum(__floats2half2_rn(threadIdx.x & 31, 1.0f));
    if (threadIdx.x == 33) o[0] = __low2float(s), o[1] = __high2float(s);
}
int main() {
    float h[2], *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
}
