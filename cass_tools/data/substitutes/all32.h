// Whether the predicate holds in all active lanes of the caller's group of 32.
__device__ inline int all32(int predicate) {
    return (unsigned)(__ballot(!predicate) >> (__lane_id() & 32u)) == 0u;
}
