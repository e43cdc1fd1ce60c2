// Distances of the parts of two words (__vabsdiffu4, __vabsdiffs2 and their like).
template <typename T>
__host__ __device__ inline unsigned packed_absolute_difference(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) {
        int difference = x[i] - y[i];
        x[i] = (T)(difference < 0 ? -difference : difference);
    }
    __builtin_memcpy(&a, x, 4);
    return a;
}
