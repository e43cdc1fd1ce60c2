// The hyperbolic tangent of each of two halves.
template <typename T>
__device__ inline unsigned tanh_half2(T value) {
    T result = {(_Float16)tanhf(value[0]), (_Float16)tanhf(value[1])};
    return __builtin_bit_cast(unsigned, result);
}
