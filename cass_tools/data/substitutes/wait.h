// Copies of memcpy_async are made by the group's threads themselves: waiting for them is a barrier.
template <typename Group>
__device__ inline void wait(const Group& group) {
    group.sync();
}
