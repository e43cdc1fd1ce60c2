// a + b as CUDA's __fadd_rd, __dadd_ru and their like give it: rounded down (-1), toward zero (0) or up (1).
template <typename T, int direction>
__device__ inline T add_rounded(T a, T b) {
#pragma clang fp contract(off) reassociate(off)
    T sum = a + b;
    bool swapped = __builtin_fabs(a) < __builtin_fabs(b);
    T rest = (swapped ? a : b) - (sum - (swapped ? b : a));  // the exact sum is sum + rest
    if (direction < 0 && sum == 0 && (__builtin_signbit(a) || __builtin_signbit(b))) return -T(0);
    if (!(direction < 0 ? rest < 0 : direction > 0 ? rest > 0 : sum > 0 ? rest < 0 : rest > 0)) return sum;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &sum, sizeof sum);
    bits += (rest > 0) == (sum > 0) ? 1 : -1;
    __builtin_memcpy(&sum, &bits, sizeof sum);
    return sum;
}
