// Halves held to [0, 1], NaN to 0.
template <typename T>
__device__ inline T saturate_half(T value) {
    return __builtin_elementwise_min(__builtin_elementwise_max(value, (T)0), (T)1);
}
