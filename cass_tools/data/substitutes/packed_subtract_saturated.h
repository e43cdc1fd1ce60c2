// Differences of the parts of two words, kept to the range of T (__vsubss4, __vsubus2 and their like).
template <typename T>
__host__ __device__ inline unsigned packed_subtract_saturated(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    const int low = (T)-1 < 0 ? -(1 << (8 * sizeof(T) - 1)) : 0, high = low - 1 + (1 << 8 * sizeof(T));
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) {
        int z = x[i] - y[i];
        x[i] = (T)(z < low ? low : z > high ? high : z);
    }
    __builtin_memcpy(&a, x, 4);
    return a;
}
