// The parts of a word negated (__vneg2, __vneg4); T is the type of a part.
template <typename T>
__host__ __device__ inline unsigned packed_negate(unsigned a) {
    T x[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) x[i] = (T)-x[i];
    __builtin_memcpy(&a, x, 4);
    return a;
}
