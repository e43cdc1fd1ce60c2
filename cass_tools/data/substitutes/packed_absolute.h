// The magnitudes of the parts of a word (__vabs2, __vabs4); the lowest number stays as it is.
template <typename T>
__host__ __device__ inline unsigned packed_absolute(unsigned a) {
    T x[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) x[i] = (T)(x[i] < 0 ? -x[i] : x[i]);
    __builtin_memcpy(&a, x, 4);
    return a;
}
