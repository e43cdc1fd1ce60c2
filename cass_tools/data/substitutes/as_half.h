// The half whose bits a 16-bit register holds.
__device__ inline _Float16 as_half(unsigned short bits) {
    return __builtin_bit_cast(_Float16, bits);
}
