// The votes of the caller's group of 32 lanes, as CUDA's __ballot_sync gives them for a whole warp.
__device__ inline unsigned ballot32(int predicate) {
    return (unsigned)(__ballot(predicate) >> (__lane_id() & 32u));
}
