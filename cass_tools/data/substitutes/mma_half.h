// d += a * b of mma.sync.m16n8k{8,16} with halves, sums rounded to halves at the end: fragments of a group of 32 lanes as CUDA lays them out.
template <int Depth>
__device__ inline void mma_half(unsigned* d, const unsigned* a, const unsigned* b) {
    typedef _Float16 pair __attribute__((ext_vector_type(2)));
    float sums[4];
    for (int i = 0; i < 4; ++i) sums[i] = __builtin_bit_cast(pair, d[i / 2])[i % 2];
    const int lane = __lane_id() & 31, group = lane / 4, column = lane % 4 * 2;
    for (int block = 0; block < Depth / 8; ++block)
        for (int step = 0; step < 4; ++step)
            for (int half = 0; half < 2; ++half)
                for (int e = 0; e < 2; ++e) {
                    unsigned x = __shfl(a[half + 2 * block], group * 4 + step, 32);
                    unsigned y = __shfl(b[block], (column + e) * 4 + step, 32);
                    pair p = __builtin_bit_cast(pair, x), q = __builtin_bit_cast(pair, y);
                    sums[half * 2 + e] = fmaf(p[1], q[1], fmaf(p[0], q[0], sums[half * 2 + e]));
                }
    for (int i = 0; i < 2; ++i) {
        pair rounded = {(_Float16)sums[2 * i], (_Float16)sums[2 * i + 1]};
        d[i] = __builtin_bit_cast(unsigned, rounded);
    }
}
