// Negative halves and zeros become 0; NaN stays.
template <typename T>
__device__ inline T relu_half(T value) {
    return value <= (T)0 ? (T)0 : value;
}
