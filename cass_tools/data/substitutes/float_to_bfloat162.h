// include: hip/hip_bf16.h
// A float twice as __hip_bfloat162, as CUDA's __float2bfloat162_rn.
__host__ __device__ inline __hip_bfloat162 float_to_bfloat162(float x) {
    return __hip_bfloat162(__float2bfloat16(x), __float2bfloat16(x));
}
