// The smaller of each two parts of two words (__vmins4, __vminu2 and their like).
template <typename T>
__host__ __device__ inline unsigned packed_min(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) x[i] = x[i] < y[i] ? x[i] : y[i];
    __builtin_memcpy(&a, x, 4);
    return a;
}
