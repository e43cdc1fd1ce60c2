// The active lanes of the caller's group of 32, as CUDA's __activemask gives them.
__device__ inline unsigned activemask32() {
    return (unsigned)(__ballot(1) >> (__lane_id() & 32u));
}
