// a / b as CUDA's __fdiv_rd, __ddiv_ru and their like give it: rounded down (-1), toward zero (0) or up (1).
template <typename T, int direction>
__device__ inline T divide_rounded(T a, T b) {
#pragma clang fp contract(off) reassociate(off)
    T quotient = a / b;
    double rest;  // of the division; with the sign of b it has that of the exact quotient minus the rounded one
    if (sizeof(T) == sizeof(float)) {
        rest = (double)a - (double)quotient * (double)b;
    } else {
        double scale = __builtin_fabs(a) < 0x1p-900 ? 0x1p200 : 1;  // else the rest may vanish
        rest = __builtin_fma(-(double)quotient * scale, (double)b, (double)a * scale);
    }
    if (__builtin_signbit(b)) rest = -rest;
    if (!(direction < 0 ? rest < 0 : direction > 0 ? rest > 0 : quotient > 0 ? rest < 0 : quotient < 0 && rest > 0))
        return quotient;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &quotient, sizeof quotient);
    if (quotient == 0)
        bits = 1 | (rest < 0 ? 1ull << (8 * sizeof(T) - 1) : 0);
    else
        bits += (rest > 0) == (quotient > 0) ? 1 : -1;
    __builtin_memcpy(&quotient, &bits, sizeof quotient);
    return quotient;
}
