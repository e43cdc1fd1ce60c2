// https://github.com/ROCm/hip/pull/466 macros that turn half's conversions off, asked for before its header
#define __CUDA_NO_HALF_CONVERSIONS__
#define __CUDA_NO_HALF_OPERATORS__
#include <cuda_fp16.h>
__device__ float operator*(half a, float b) { return __half2float(a) * b; }
__global__ void k(half* p, float* q) {
#ifndef __CUDA_NO_HALF2_OPERATORS__
    q[0] = p[0] * 2.0f;
#endif
}
