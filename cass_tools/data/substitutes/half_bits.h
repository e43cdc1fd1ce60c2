// The bits of a half, as a 16-bit register holds them.
__device__ inline unsigned short half_bits(_Float16 value) {
    return __builtin_bit_cast(unsigned short, value);
}
