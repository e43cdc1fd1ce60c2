// (a + b) >> 1, rounded down, without overflow, as CUDA's __hadd and __uhadd of integers.
template <typename T>
__host__ __device__ inline T half_sum(T a, T b) {
    return (T)((a & b) + ((a ^ b) >> 1));
}
