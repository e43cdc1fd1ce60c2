// The larger of each two parts of two words (__vmaxs4, __vmaxu2 and their like).
template <typename T>
__host__ __device__ inline unsigned packed_max(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) x[i] = x[i] > y[i] ? x[i] : y[i];
    __builtin_memcpy(&a, x, 4);
    return a;
}
