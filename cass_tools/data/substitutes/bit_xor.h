// CUDA's cooperative_groups::bit_xor.
template <typename T>
struct bit_xor {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a ^ b; }
};
