// `yes` in each part of the word where the parts of a and b compare as asked, else 0, for CUDA's __vcmpgtu4 (where `yes` is
// all ones), __vsetges2 (where it is 1) and their like.
template <typename T, int yes, bool less, bool equal, bool greater>
__host__ __device__ inline unsigned packed_compare(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    for (unsigned i = 0; i < 4 / sizeof(T); ++i)
        x[i] = (T)((x[i] < y[i] ? less : x[i] == y[i] ? equal : greater) ? yes : 0);
    __builtin_memcpy(&a, x, 4);
    return a;
}
