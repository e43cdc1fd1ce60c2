// include: hip/hip_bf16.h
// x as an integer as CUDA's __bfloat162int_rd and its like give it: rounded down (-1), toward zero (0), up (1)
// or to the nearest even (2); the nearest end of the range outside.
template <typename To, int direction>
__host__ __device__ inline To bfloat16_to_integer(__hip_bfloat16 x) {
    float y = __bfloat162float(x);
    y = direction < 0   ? __builtin_floorf(y)
        : direction > 1 ? __builtin_rintf(y)
        : direction > 0 ? __builtin_ceilf(y)
                        : __builtin_truncf(y);
    const bool with_sign = (To)-1 < 0;
    const To lowest = with_sign ? (To)(1ull << (8 * sizeof(To) - 1)) : (To)0;
    const float end = (float)(1ull << (8 * sizeof(To) - 1)) * (with_sign ? 1.0f : 2.0f);
    if (y != y) return sizeof(To) == 8 ? (To)(1ull << 63) : (To)0;
    if (y >= end) return (To)~lowest;
    return y < (float)lowest ? lowest : (To)y;
}
