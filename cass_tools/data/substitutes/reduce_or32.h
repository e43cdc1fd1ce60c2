// What CUDA's __reduce_or_sync gives: the result over `lanes` of the caller's group of 32, in each of them.
template <typename T>
__device__ inline T reduce_or32(unsigned lanes, T a) {
    lanes &= (unsigned)(__ballot(1) >> (__lane_id() & 32u));
    if (lanes == 0xffffffffu) {
        for (int step = 16; step; step >>= 1) {
            T b = __shfl_xor(a, step, 32);
            a = a | b;
        }
        return a;
    }
    T mine = a;
    a = __shfl(mine, __ffs(lanes) - 1, 32);
    for (unsigned left = lanes & (lanes - 1); left; left &= left - 1) {
        T b = __shfl(mine, __ffs(left) - 1, 32);
        a = a | b;
    }
    return a;
}
