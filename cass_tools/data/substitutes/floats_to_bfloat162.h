// include: hip/hip_bf16.h
// Two floats as __hip_bfloat162, as CUDA's __floats2bfloat162_rn.
__host__ __device__ inline __hip_bfloat162 floats_to_bfloat162(float low, float high) {
    return __hip_bfloat162(__float2bfloat16(low), __float2bfloat16(high));
}
