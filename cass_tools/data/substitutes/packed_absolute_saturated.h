// The magnitudes of the parts of a word, kept to the range of T (__vabsss2, __vabsss4).
template <typename T>
__host__ __device__ inline unsigned packed_absolute_saturated(unsigned a) {
    T x[4 / sizeof(T)];
    const int low = (T)-1 < 0 ? -(1 << (8 * sizeof(T) - 1)) : 0, high = low - 1 + (1 << 8 * sizeof(T));
    __builtin_memcpy(x, &a, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) {
        int z = x[i] < 0 ? -x[i] : x[i];
        x[i] = (T)(z < low ? low : z > high ? high : z);
    }
    __builtin_memcpy(&a, x, 4);
    return a;
}
