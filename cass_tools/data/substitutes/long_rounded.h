// x as a 64-bit integer as CUDA's __float2ll_rd, __double2ull_rn and their like give it: rounded down (-1), toward zero
// (0), up (1) or to the nearest even (2); the nearest end of the range outside, the middle of all 64-bit words for NaN.
template <typename To, typename From, int direction>
__device__ inline To long_rounded(From x) {
    x = direction < 0 ? ::floor(x) : direction > 1 ? ::rint(x) : direction > 0 ? ::ceil(x) : ::trunc(x);
    const bool with_sign = (To)-1 < 0;
    const To lowest = with_sign ? (To)(1ull << 63) : (To)0;
    if (x != x) return (To)(1ull << 63);
    if (x >= (From)(with_sign ? 0x1p63 : 0x1p64)) return (To)~lowest;
    return x < (From)lowest ? lowest : (To)x;
}
