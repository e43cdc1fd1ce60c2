// Two floats as bfloat16 numbers in one word.
__device__ inline unsigned pack_bf16x2(float low, float high) {
    unsigned a = __float_as_uint(low), b = __float_as_uint(high);
    a = low != low ? 0x7fff : (a + 0x7fff + (a >> 16 & 1)) >> 16;
    b = high != high ? 0x7fff : (b + 0x7fff + (b >> 16 & 1)) >> 16;
    return a | b << 16;
}
