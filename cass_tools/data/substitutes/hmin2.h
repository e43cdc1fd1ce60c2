// The smaller of both halves of two __half2 or __hip_bfloat162 as CUDA's __hmin2: of a number and NaN the number.
template <typename T>
__host__ __device__ inline T hmin2(T a, T b) {
    unsigned short p[2], q[2];
    __builtin_memcpy(p, &a, sizeof a);
    __builtin_memcpy(q, &b, sizeof b);
    for (int i = 0; i < 2; ++i) {
        float x = i ? __high2float(a) : __low2float(a), y = i ? __high2float(b) : __low2float(b);
        bool second = x != x || y < x || (x == 0 && y == 0 && p[i] < q[i]);
        p[i] = x != x && y != y ? 0x7fff : second ? q[i] : p[i];
    }
    __builtin_memcpy(&a, p, sizeof a);
    return a;
}
