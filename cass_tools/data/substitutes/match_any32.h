// The lanes of the caller's group of 32 among `lanes` that hold the same value, as CUDA's __match_any_sync.
template <typename T>
__device__ inline unsigned match_any32(unsigned lanes, T value) {
    lanes &= (unsigned)(__ballot(1) >> (__lane_id() & 32u));
    unsigned same = 0;
    for (unsigned left = lanes; left;) {  // one group of equal values after the other
        T first = __shfl(value, __ffs(left) - 1, 32);
        bool equal = __builtin_memcmp(&value, &first, sizeof value) == 0;
        unsigned group = (unsigned)(__ballot(equal) >> (__lane_id() & 32u)) & left;
        if (equal) same = group;
        left &= ~group;
    }
    return same;
}
