// (a + b + 1) >> 1 without overflow, as CUDA's __rhadd and __urhadd.
template <typename T>
__host__ __device__ inline T rounded_half_sum(T a, T b) {
    return (T)((a | b) - ((a ^ b) >> 1));
}
