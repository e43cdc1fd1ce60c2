// include: hip/hip_fp16.h
// x as half as CUDA's __float2half_rd, __int2half_ru, __double2half and their like give it: rounded down (-1), toward zero
// (0), up (1) or to the nearest (2).
template <typename From, int direction>
__host__ __device__ inline __half half_rounded(From x) {
    double exact = (double)x;  // what this loses of 64-bit integers is far beyond the range of half
    unsigned long long word;
    __builtin_memcpy(&word, &exact, sizeof word);
    bool negative = word >> 63;
    int exponent = (int)(word >> 52 & 0x7ff) - 1023;
    unsigned long long fraction = word & 0xfffffffffffffull, rest, tie;
    unsigned bits;
    if (exponent == 1024) {
        bits = fraction ? 0x7fff : 0x7c00;
        negative = negative && !fraction;
        rest = 0, tie = 1;
    } else if (exponent > 15) {
        bits = 0x7bff;
        rest = 2, tie = 1;
    } else {
        int lost = exponent >= -14 ? 42 : exponent < -26 ? 54 : 28 - exponent;  // bits of the fraction
        fraction |= exponent > -1023 ? 1ull << 52 : 0;
        bits = (unsigned)(fraction >> lost) + (exponent >= -14 ? (exponent + 14) << 10 : 0);
        rest = fraction & ((1ull << lost) - 1), tie = 1ull << (lost - 1);
    }
    if (direction == 2 ? rest > tie || (rest == tie && (bits & 1)) : rest && direction == (negative ? -1 : 1)) ++bits;
    unsigned short stored = (unsigned short)(bits | (negative ? 0x8000 : 0));
    __half result;
    __builtin_memcpy(&result, &stored, sizeof result);
    return result;
}
