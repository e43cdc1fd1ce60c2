// The smaller of a and b, and whether it is a, as CUDA's __vibmin_s32 and its like.
template <typename T>
__host__ __device__ inline T min_which(T a, T b, bool* first) {
    *first = a <= b;
    return *first ? a : b;
}
