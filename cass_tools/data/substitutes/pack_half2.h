// Two floats as halves in one word.
__device__ inline unsigned pack_half2(float low, float high) {
    unsigned a = __builtin_bit_cast(unsigned short, (_Float16)low);
    unsigned b = __builtin_bit_cast(unsigned short, (_Float16)high);
    return a | b << 16;
}
