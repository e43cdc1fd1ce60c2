// d += a * b of mma.sync.m16n8k{4,8} with tf32 numbers and float sums: fragments of a group of 32 lanes as CUDA lays them out.
template <int Depth>
__device__ inline void mma_tf32(float* d, const unsigned* a, const unsigned* b) {
    const int lane = __lane_id() & 31, group = lane / 4, column = lane % 4 * 2;
    for (int block = 0; block < Depth / 4; ++block)
        for (int step = 0; step < 4; ++step)
            for (int half = 0; half < 2; ++half)
                for (int e = 0; e < 2; ++e) {
                    unsigned x = __shfl(a[half + 2 * block], group * 4 + step, 32);
                    unsigned y = __shfl(b[block], (column + e) * 4 + step, 32);
                    float p = __uint_as_float(x & ~0x1fffu), q = __uint_as_float(y & ~0x1fffu);
                    d[half * 2 + e] = fmaf(p, q, d[half * 2 + e]);
                }
}
