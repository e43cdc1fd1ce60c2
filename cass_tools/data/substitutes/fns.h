// Where the set bit number `offset` of `mask` is, counted from bit `base` upwards (downwards if negative; 0 asks for
// `base` itself), else ~0, as CUDA's __fns.
__device__ inline unsigned fns(unsigned mask, unsigned base, int offset) {
    int step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0) return base < 32 && mask >> base & 1 ? base : ~0u;
    for (int i = (int)base; i >= 0 && i < 32; i += step) {
        if (mask >> i & 1 && --left == 0) return (unsigned)i;
    }
    return ~0u;
}
