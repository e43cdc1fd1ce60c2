// The larger of a + b and c in both halves of the words, at least 0 with `relu`, as CUDA's __viaddmax_u16x2 and its like.
template <typename T, bool relu>
__host__ __device__ inline unsigned packed_add_max(unsigned a, unsigned b, unsigned c) {
    T x[2], y[2], z[2];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    __builtin_memcpy(z, &c, 4);
    for (int i = 0; i < 2; ++i) {
        x[i] = (T)(x[i] + y[i]);
        x[i] = z[i] > x[i] ? z[i] : x[i];
        if (relu && x[i] < 0) x[i] = 0;
    }
    __builtin_memcpy(&a, x, 4);
    return a;
}
