// The larger of three numbers, at least 0 with `relu`, as CUDA's __vimax3_s32 and its like.
template <typename T, bool relu>
__host__ __device__ inline T max3(T a, T b, T c) {
    T result = b > a ? b : a;
    result = c > result ? c : result;
    return relu && result < 0 ? (T)0 : result;
}
