// CUDA's cooperative_groups::bit_or.
template <typename T>
struct bit_or {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a | b; }
};
