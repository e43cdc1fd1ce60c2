// a * b + c of bfloat16 numbers, rounded once.
__device__ inline unsigned short fma_bf16(unsigned short a, unsigned short b, unsigned short c) {
    double product = (double)__builtin_bit_cast(float, (unsigned)a << 16) * __builtin_bit_cast(float, (unsigned)b << 16), term = __builtin_bit_cast(float, (unsigned)c << 16);
    double sum = product + term, part = sum - product;
    double error = (product - (sum - part)) + (term - part);
    unsigned long long bits = __builtin_bit_cast(unsigned long long, sum);
    if (error != 0 && !(bits & 1) && sum - sum == 0) {  // round to odd: the second rounding then is right
        bits += (error > 0) == (sum > 0) ? 1 : -1;
        sum = __builtin_bit_cast(double, bits);
    }
    double rest = fabs(sum);
    if (sum != sum) return 0x7fff;
    unsigned long long word = __builtin_bit_cast(unsigned long long, rest);
    int exponent = (int)(word >> 52) - 1023;
    int dropped = exponent < -126 ? 45 + (-126 - exponent) : 45;  // bits of the double below the last one kept
    unsigned sign = sum < 0 || (sum == 0 && 1 / sum < 0) ? 0x8000u : 0;
    if (exponent > 127) return sign | 0x7f80;
    if (dropped > 54) return sign;
    unsigned long long fraction = (word & 0xfffffffffffffull) | (1ull << 52);
    unsigned long long kept = fraction >> dropped, left = fraction & ((1ull << dropped) - 1);
    unsigned long long middle = 1ull << (dropped - 1);
    kept += left > middle || (left == middle && (kept & 1));
    return sign + (unsigned)(exponent < -126 ? kept : kept + ((unsigned long long)(exponent + 126) << 7));
}
