// The position of the n-th bit that is set from `base` on, upwards or downwards; all ones if there is none.
__device__ inline unsigned fns(unsigned mask, unsigned base, int n) {
    if (n == 0) return base < 32 && (mask >> base & 1) ? base : ~0u;
    for (int at = (int)base, left = n < 0 ? -n : n; at >= 0 && at < 32; at += n < 0 ? -1 : 1)
        if ((mask >> at & 1) && --left == 0) return (unsigned)at;
    return ~0u;
}
