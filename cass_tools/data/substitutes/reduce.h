// What CUDA's cooperative_groups::reduce gives: the result over the group's threads, in each of them.
template <typename Group, typename T, typename Op>
__device__ inline T reduce(const Group& group, T value, Op op) {
    unsigned size = group.size(), rank = group.thread_rank();
    if ((size & (size - 1)) == 0) {
        for (unsigned step = size / 2; step; step /= 2) value = op(value, group.shfl(value, rank ^ step));
        return value;
    }
    T total = group.shfl(value, 0);
    for (unsigned i = 1; i < size; ++i) total = op(total, group.shfl(value, i));
    return total;
}
