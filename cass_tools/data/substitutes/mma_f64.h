// d += a * b of mma.sync.m8n8k4 with doubles: fragments of a group of 32 lanes as CUDA lays them out.
__device__ inline void mma_f64(double* d, const double* a, const double* b) {
    const int lane = __lane_id() & 31, group = lane / 4, column = lane % 4 * 2;
    for (int step = 0; step < 4; ++step)
        for (int e = 0; e < 2; ++e) {
            double x = __shfl(a[0], group * 4 + step, 32);
            double y = __shfl(b[0], (column + e) * 4 + step, 32);
            d[e] = fma(x, y, d[e]);
        }
}
