// The sum of the distances of the parts of two words (__vsadu4, __vsads2 and their like); T is the type of a part.
template <typename T>
__host__ __device__ inline unsigned packed_distance(unsigned a, unsigned b) {
    T x[4 / sizeof(T)], y[4 / sizeof(T)];
    __builtin_memcpy(x, &a, 4);
    __builtin_memcpy(y, &b, 4);
    unsigned sum = 0;
    for (unsigned i = 0; i < 4 / sizeof(T); ++i) {
        int difference = x[i] - y[i];
        sum += difference < 0 ? -difference : difference;
    }
    return sum;
}
