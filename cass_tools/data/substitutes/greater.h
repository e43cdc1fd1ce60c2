// CUDA's cooperative_groups::greater.
template <typename T>
struct greater {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a < b ? b : a; }
};
