// Reductions over the threads of a group inside a warp.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename T> struct plus {
  __host__ __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T> struct less {
  __host__ __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T> struct greater {
  __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T> struct bit_and {
  __host__ __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T> struct bit_or {
  __host__ __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T> struct bit_xor {
  __host__ __device__ T operator()(T a, T b) const { return a ^ b; }
};

// Every thread of the group gets `combine` over all values; a tile halves its distance, as CUDA's
// does.
template <unsigned Size, typename Parent, typename T, typename Combine>
CASS_DEVICE T reduce(const thread_block_tile<Size, Parent> &group, T value, Combine combine) {
  for (unsigned distance = Size / 2; distance != 0; distance /= 2)
    value = combine(value, group.shfl_xor(value, distance));
  return value;
}
template <typename T, typename Combine>
CASS_DEVICE T reduce(const coalesced_group &group, T value, Combine combine) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank)
    result = combine(result, group.shfl(value, int(rank)));
  return result;
}

} // namespace cooperative_groups
