// CUDA's cooperative_groups::less.
template <typename T>
struct less {
    __host__ __device__ T operator()(const T& a, const T& b) const { return b < a ? b : a; }
};
