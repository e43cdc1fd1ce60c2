// include: hip/hip_cooperative_groups.h
// The threads of the caller's group of 32 lanes that run together, as CUDA's cooperative_groups::coalesced_threads.
struct coalesced_group32 : cooperative_groups::coalesced_group {
    __device__ explicit coalesced_group32(unsigned long long lanes) : cooperative_groups::coalesced_group(lanes) {}
};
__device__ inline coalesced_group32 coalesced_threads32() {
    return coalesced_group32(__ballot(1) & 0xffffffffull << (__lane_id() & 32u));
}
