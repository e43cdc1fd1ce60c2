// Copies of memcpy_async are made by the group's threads themselves: waiting for them is a barrier.
template <unsigned Stages, typename Group>
__device__ inline void wait_prior(const Group& group) {
    group.sync();
}
