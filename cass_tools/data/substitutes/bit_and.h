// CUDA's cooperative_groups::bit_and.
template <typename T>
struct bit_and {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a & b; }
};
