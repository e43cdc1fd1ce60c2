// Two to the power of each of two halves.
template <typename T>
__device__ inline unsigned exp2_half2(T value) {
    T result = {(_Float16)exp2f(value[0]), (_Float16)exp2f(value[1])};
    return __builtin_bit_cast(unsigned, result);
}
