// The lanes of the caller's group of 32 among `lanes` that hold the same value, as CUDA's __match_any_sync.
template <typename T>
__device__ inline unsigned match_any32(unsigned lanes, T value) {
    lanes &= (unsigned)(__ballot(1) >> (__lane_id() & 32u));
    unsigned long long mine = 0;
    __builtin_memcpy(&mine, &value, sizeof value);
    unsigned same = 0;
    for (unsigned left = lanes; left;) {  // one group of equal values after the other
        unsigned long long first = __shfl(mine, __ffs(left) - 1, 32);
        unsigned group = (unsigned)(__ballot(mine == first) >> (__lane_id() & 32u)) & left;
        if (mine == first) same = group;
        left &= ~group;
    }
    return same;
}
