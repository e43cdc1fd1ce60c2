// Shuffles of every type that CUDA has them for, and of bfloat16, also through templates; two warps.
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
template <typename T>
__device__ T total(T v) {
    for (int o = 16; o > 0; o >>= 1) v = v + __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}
struct Pair { __nv_bfloat16 low, high; };
__global__ void k(const float *in, float *out) {
    const int t = threadIdx.x;
    __nv_bfloat16 b = __float2bfloat16(in[t]);
    __nv_bfloat162 p = __float2bfloat162_rn(in[t]);
    Pair pair = {b, __float2bfloat16(in[t] / 2)};
    for (int o = 16; o > 0; o >>= 1) b = __hadd(b, __shfl_xor_sync(0xffffffffu, b, o));
    p = __shfl_down_sync(0xffffffffu, p, 3);
    float *own = out + t * 8;
    own[0] = __bfloat162float(b);
    own[1] = __high2float(p);
    own[2] = __half2float(total(__float2half(in[t])));
    own[3] = (float)total((double)in[t]);
    own[4] = __bfloat162float(__shfl_sync(0xffffffffu, pair.high, t + 5, 8));
    own[5] = __bfloat162float(__shfl_up_sync(~0u, __float2bfloat16(in[t]), 2));
    own[6] = total(t);
    own[7] = __shfl_sync(0xffffffffu, in[t], 40);
}
int main() {
    float h[64], r[512], *d, *o;
    for (int i = 0; i < 64; ++i) h[i] = i % 37 - 7;
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&o, sizeof r);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<<<1, 64>>>(d, o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 512; ++i) printf("%g%c", r[i], i % 8 == 7 ? '\n' : ' ');
}
