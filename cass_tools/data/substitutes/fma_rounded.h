// a * b + c as CUDA's __fmaf_rd, __fma_ru and their like give it: rounded once, down (-1), toward zero (0) or up (1).
template <typename T, int direction>
__device__ inline T fma_rounded(T a, T b, T c) {
#pragma clang fp contract(off) reassociate(off)
    T result = (T)(sizeof(T) == sizeof(float) ? __builtin_fmaf((float)a, (float)b, (float)c)
                                              : __builtin_fma((double)a, (double)b, (double)c));
    if (result != result || __builtin_isinf(a) || __builtin_isinf(b) || __builtin_isinf(c)) return result;
    double x = a, y = b, z = c, rounded = result;
    if (sizeof(T) == sizeof(double) && !__builtin_isinf(result)) {  // take the exponents out, so that nothing vanishes
        int i, j, k;
        x = ::frexp(x, &i), y = ::frexp(y, &j), z = ::frexp(z, &k);
        i = x == 0 || y == 0 ? k : i + j;
        k = z == 0 ? i : k;
        int largest = i > k ? i : k;
        x = ::ldexp(x, i - largest < -200 ? -200 : i - largest);
        z = ::ldexp(z, k - largest < -200 ? -200 : k - largest);
        rounded = ::ldexp(rounded, -largest);
    }
    // The exact result is product + low + z = sum + next + low, that minus the rounded one is high + middle + last.
    double product = x * y, low = __builtin_fma(x, y, -product);
    double sum = product + z, part = sum - product, next = (product - (sum - part)) + (z - part);
    double high = sum - rounded;
    double middle = next + low, half = middle - next, last = (next - (middle - half)) + (low - half);
    double rest = __builtin_isinf(result) ? -rounded : (high + middle) + last;
    if (direction < 0 && result == 0 && rest == 0) {
        bool negative = __builtin_signbit(a) != __builtin_signbit(b) || __builtin_signbit(c);
        return negative ? -T(0) : T(0);
    }
    if (!(direction < 0 ? rest < 0 : direction > 0 ? rest > 0 : result > 0 ? rest < 0 : result < 0 && rest > 0))
        return result;
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &result, sizeof result);
    if (result == 0)
        bits = 1 | (rest < 0 ? 1ull << (8 * sizeof(T) - 1) : 0);
    else
        bits += (rest > 0) == (result > 0) ? 1 : -1;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
}
