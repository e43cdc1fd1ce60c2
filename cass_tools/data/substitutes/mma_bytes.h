// d += a * b of mma.sync.m16n8k{16,32} with bytes and integer sums: fragments of a group of 32 lanes as CUDA lays them out.
template <int Depth, typename A, typename B, bool Saturate>
__device__ inline void mma_bytes(int* d, const unsigned* a, const unsigned* b) {
    long long sums[4] = {d[0], d[1], d[2], d[3]};
    const int lane = __lane_id() & 31, group = lane / 4, column = lane % 4 * 2;
    for (int block = 0; block < Depth / 16; ++block)
        for (int step = 0; step < 4; ++step)
            for (int half = 0; half < 2; ++half)
                for (int e = 0; e < 2; ++e) {
                    unsigned x = __shfl(a[half + 2 * block], group * 4 + step, 32);
                    unsigned y = __shfl(b[block], (column + e) * 4 + step, 32);
                    for (int i = 0; i < 32; i += 8) sums[half * 2 + e] += (int)(A)(x >> i) * (int)(B)(y >> i);
                }
    for (int i = 0; i < 4; ++i) {
        if (Saturate && sums[i] > 0x7fffffffll) sums[i] = 0x7fffffffll;
        if (Saturate && sums[i] < -0x80000000ll) sums[i] = -0x80000000ll;
        d[i] = (int)(unsigned)sums[i];
    }
}
