// The larger of a + b and c, at least 0 with `relu`, as CUDA's __viaddmax_s32 and its like.
template <typename T, bool relu>
__host__ __device__ inline T add_max(T a, T b, T c) {
    T result = (T)((unsigned)a + (unsigned)b);
    result = c > result ? c : result;
    return relu && result < 0 ? (T)0 : result;
}
