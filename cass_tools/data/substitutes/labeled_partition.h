// include: hip/hip_cooperative_groups.h
// The threads of the group that have the caller's label, as CUDA's cooperative_groups::labeled_partition.
struct labeled_group : cooperative_groups::coalesced_group {
    __device__ explicit labeled_group(unsigned long long lanes) : cooperative_groups::coalesced_group(lanes) {}
};
template <typename Group, typename Label>
__device__ inline labeled_group labeled_partition(const Group& group, Label label) {
    // Tiles of one wavefront stay apart: a group of a power of two threads may be one of several.
    unsigned size = group.size(), tile = (size & (size - 1)) == 0 ? __lane_id() / size : __lane_id() / 32;
    unsigned long long mine = 0;
    for (unsigned long long left = __ballot(1); left;) {
        int first = __ffsll(left) - 1;
        bool same = __shfl((int)label, first) == (int)label && (unsigned)__shfl((int)tile, first) == tile;
        unsigned long long lanes = __ballot(same);
        if (same) mine = lanes;
        left &= ~lanes;
    }
    return labeled_group(mine);
}
