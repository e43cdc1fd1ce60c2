// The root of a as CUDA's __fsqrt_rd, __dsqrt_ru and their like give it: rounded down (-1), toward zero (0), up (1) or
// to the nearest number (2).
template <typename T, int direction>
__device__ inline T sqrt_rounded(T a) {
#pragma clang fp contract(off) reassociate(off)
    T root = (T)::sqrt((double)a);  // for float the second rounding changes nothing
    if (direction == 2) return root;
    double rest;  // has the sign of the exact root minus the rounded one
    if (sizeof(T) == sizeof(float)) {
        rest = (double)a - (double)root * (double)root;
    } else {
        bool tiny = a < 0x1p-900;  // then the rest may vanish
        double scaled = (double)root * (tiny ? 0x1p100 : 1);
        rest = __builtin_fma(-scaled, scaled, (double)a * (tiny ? 0x1p200 : 1));
    }
    if (!(direction > 0 ? rest > 0 : rest < 0)) return root;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &root, sizeof root);
    bits += rest > 0 ? 1 : -1;
    __builtin_memcpy(&root, &bits, sizeof root);
    return root;
}
