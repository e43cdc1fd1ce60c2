// `lanes` if they all hold the same value, else 0, as CUDA's __match_all_sync.
template <typename T>
__device__ inline unsigned match_all32(unsigned lanes, T value, int* predicate) {
    lanes &= (unsigned)(__ballot(1) >> (__lane_id() & 32u));
    unsigned long long mine = 0;
    __builtin_memcpy(&mine, &value, sizeof value);
    unsigned long long first = __shfl(mine, __ffs(lanes) - 1, 32);
    unsigned others = (unsigned)(__ballot(mine != first) >> (__lane_id() & 32u)) & lanes;
    *predicate = others == 0u;
    return others ? 0u : lanes;
}
