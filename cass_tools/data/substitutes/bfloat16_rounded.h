// include: hip/hip_bf16.h
// x as bfloat16 as CUDA's __float2bfloat16_rd, __int2bfloat16_ru and their like give it: rounded down (-1), toward zero
// (0), up (1) or to the nearest (2).
template <typename From, int direction>
__host__ __device__ inline __hip_bfloat16 bfloat16_rounded(From x) {
    bool negative = x < 0;
    unsigned bits;
    unsigned long long rest, tie;
    if ((From)0.5 != 0) {
        float number = (float)x;
        unsigned word;
        __builtin_memcpy(&word, &number, sizeof word);
        bool nan = number != number;
        negative = word >> 31 && !nan;
        bits = nan ? 0x7fff : word >> 16 & 0x7fff;
        rest = nan ? 0 : word & 0xffff, tie = 0x8000;
    } else {
        unsigned long long size = negative ? 0 - (unsigned long long)x : (unsigned long long)x;
        int zeros = size ? __builtin_clzll(size) : 63;
        size <<= zeros;
        bits = size ? (unsigned)((127 + 63 - zeros) << 7) + (unsigned)(size >> 56 & 0x7f) : 0;
        rest = size << 8, tie = 1ull << 63;
    }
    if (direction == 2 ? rest > tie || (rest == tie && (bits & 1)) : rest && direction == (negative ? -1 : 1)) ++bits;
    unsigned short stored = (unsigned short)(bits | (negative ? 0x8000 : 0));
    __hip_bfloat16 result;
    __builtin_memcpy(&result, &stored, sizeof result);
    return result;
}
