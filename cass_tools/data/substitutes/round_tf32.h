// A float with 10 bits of fraction, ties to even or away from zero.
__device__ inline unsigned round_tf32(float value, bool to_even) {
    unsigned bits = __float_as_uint(value);
    if ((bits & 0x7f800000u) == 0x7f800000u) return value != value ? 0x7fffe000u : bits;
    return (bits + (to_even ? 0xfff + (bits >> 13 & 1) : 0x1000)) & ~0x1fffu;
}
