// The bits of two halves, as a 32-bit register holds them.
template <typename T>
__device__ inline unsigned half2_bits(T value) {
    return __builtin_bit_cast(unsigned, value);
}
