// a * b as CUDA's __fmul_rd, __dmul_ru and their like give it: rounded down (-1), toward zero (0) or up (1).
template <typename T, int direction>
__device__ inline T multiply_rounded(T a, T b) {
#pragma clang fp contract(off) reassociate(off)
    T product = a * b;
    double rest;  // has the sign of the exact product minus the rounded one
    if (sizeof(T) == sizeof(float)) {
        rest = (double)a * (double)b - (double)product;
    } else if (__builtin_fabs(product) >= 0x1p-900 || product != product || a == 0 || b == 0) {
        rest = __builtin_fma((double)a, (double)b, -(double)product);
    } else {  // so small that the rest would vanish: the same with the exponents taken out
        int i, j;
        double x = ::frexp((double)a, &i), y = ::frexp((double)b, &j);
        rest = __builtin_fma(x, y, -::ldexp((double)product, -(i + j)));
    }
    if (!(direction < 0 ? rest < 0 : direction > 0 ? rest > 0 : product > 0 ? rest < 0 : product < 0 && rest > 0))
        return product;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &product, sizeof product);
    if (product == 0)
        bits = 1 | (rest < 0 ? 1ull << (8 * sizeof(T) - 1) : 0);
    else
        bits += (rest > 0) == (product > 0) ? 1 : -1;
    __builtin_memcpy(&product, &bits, sizeof product);
    return product;
}
