// What CUDA's cooperative_groups::inclusive_scan gives: the result over the threads up to the caller.
template <typename Group, typename T, typename Op>
__device__ inline T inclusive_scan(const Group& group, T value, Op op) {
    unsigned size = group.size(), rank = group.thread_rank();
    for (unsigned step = 1; step < size; step *= 2) {
        T before = group.shfl(value, rank < step ? rank : rank - step);
        if (rank >= step) value = op(before, value);
    }
    return value;
}
template <typename Group, typename T>
__device__ inline T inclusive_scan(const Group& group, T value) {
    return inclusive_scan(group, value, [](T a, T b) { return a + b; });
}
