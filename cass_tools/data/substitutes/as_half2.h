// The two halves whose bits a 32-bit register holds: a native vector, on which operators work.
typedef _Float16 half2_vector __attribute__((ext_vector_type(2)));
__device__ inline half2_vector as_half2(unsigned bits) {
    return __builtin_bit_cast(half2_vector, bits);
}
