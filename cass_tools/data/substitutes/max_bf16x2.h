// The larger of two bfloat16 numbers each; a number rather than NaN.
__device__ inline unsigned max_bf16x2(unsigned a, unsigned b) {
    unsigned result = 0;
    for (int i = 0; i < 32; i += 16) {
        float x = __uint_as_float(a >> i << 16), y = __uint_as_float(b >> i << 16);
        unsigned first = a >> i & 0xffff, second = b >> i & 0xffff;
        unsigned chosen = y != y || y < x || (x == y && b >> i & 0x8000) ? first : second;
        if (x != x) chosen = y != y ? 0x7fff : second;
        result |= chosen << i;
    }
    return result;
}
