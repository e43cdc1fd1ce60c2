// The larger of two __half or __hip_bfloat16 as CUDA's __hmax_nan: NaN where either is NaN.
template <typename T>
__host__ __device__ inline T hmax_nan(T a, T b) {
    unsigned short p, q;
    __builtin_memcpy(&p, &a, sizeof a);
    __builtin_memcpy(&q, &b, sizeof b);
    float x = (float)a, y = (float)b;
    bool second = y > x || (x == 0 && y == 0 && p > q);
    p = x != x || y != y ? 0x7fff : second ? q : p;
    __builtin_memcpy(&a, &p, sizeof a);
    return a;
}
