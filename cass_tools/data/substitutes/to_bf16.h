// The bits of the bfloat16 number nearest to a float, ties to even.
__device__ inline unsigned short to_bf16(float value) {
    unsigned bits = __float_as_uint(value);
    if (value != value) return 0x7fff;
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
