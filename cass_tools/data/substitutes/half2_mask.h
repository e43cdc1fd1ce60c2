// 0xffff in each half of the word where the numbers compare as asked, for CUDA's __hlt2_mask and its like.
template <bool less, bool equal, bool greater, bool unordered, typename T>
__host__ __device__ inline unsigned half2_mask(T a, T b) {
    unsigned mask = 0;
    for (int i = 0; i < 2; ++i) {
        float x = i ? __high2float(a) : __low2float(a), y = i ? __high2float(b) : __low2float(b);
        bool holds = x < y ? less : x == y ? equal : x > y ? greater : unordered;
        mask |= holds ? 0xffffu << 16 * i : 0u;
    }
    return mask;
}
