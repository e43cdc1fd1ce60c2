// The absolute differences of bytes or halves of two words, packed into one, or added to c.
template <typename D, typename A, typename B, bool Saturate, bool Add>
__device__ inline unsigned vabsdiff_lanes(unsigned a, unsigned b, unsigned c) {
    const int bits = sizeof(D) * 8, low = (D)-1 < (D)0 ? -(1 << (bits - 1)) : 0;
    const int high = (D)-1 < (D)0 ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
    unsigned packed = 0;
    for (int i = 0; i < 32; i += bits) {
        int x = (A)(a >> i), y = (B)(b >> i), r = __builtin_abs(x - y);
        if (Saturate) r = r < low ? low : r > high ? high : r;
        if (Add)
            c += (unsigned)r;
        else
            packed |= ((unsigned)r & (~0u >> (32 - bits))) << i;
    }
    return Add ? c : packed;
}
