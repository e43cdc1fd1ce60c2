// d += a * b of mma.sync.m16n8k{8,16} with bfloat16 numbers and float sums: fragments of a group of 32 lanes as CUDA lays them out.
template <int Depth>
__device__ inline void mma_bf16(float* d, const unsigned* a, const unsigned* b) {
    const int lane = __lane_id() & 31, group = lane / 4, column = lane % 4 * 2;
    for (int block = 0; block < Depth / 8; ++block)
        for (int step = 0; step < 4; ++step)
            for (int half = 0; half < 2; ++half)
                for (int e = 0; e < 2; ++e) {
                    unsigned x = __shfl(a[half + 2 * block], group * 4 + step, 32);
                    unsigned y = __shfl(b[block], (column + e) * 4 + step, 32);
                    float low = fmaf(__uint_as_float(x << 16), __uint_as_float(y << 16), d[half * 2 + e]);
                    d[half * 2 + e] = fmaf(__uint_as_float(x & 0xffff0000u), __uint_as_float(y & 0xffff0000u), low);
                }
}
