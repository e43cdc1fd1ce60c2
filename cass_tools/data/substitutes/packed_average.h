// Averages of the parts of two words, rounded away from zero (__vavgs4, __vavgu2 and their like).
template <typename T>
__host__ __device__ inline unsigned packed_average(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) x[i] = (T)((x[i] + y[i] + (x[i] + y[i] >= 0)) >> 1);
    __builtin_memcpy(&a, x, 4);
    return a;
}
