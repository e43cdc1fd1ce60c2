// Cooperative groups on wavefronts of 32 or 64 lanes, for HIP headers before 6.3 (which know
// neither gfx11's 32 lanes nor votes of a group) and for CUDA sources. CASS_CUDA adds the members
// that only CUDA has.
#pragma once

#include "lanes.h"

extern "C" __device__ void __ockl_grid_sync(void);
extern "C" __device__ __attribute__((const)) int __ockl_grid_is_valid(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_num_grids(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_grid_rank(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_size(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_thread_rank(void);
extern "C" __device__ __attribute__((const)) int __ockl_multi_grid_is_valid(void);
extern "C" __device__ void __ockl_multi_grid_sync(void);

namespace cass {

#if defined(CASS_CUDA)
using GroupMask = unsigned; // CUDA's votes have 32 bits
#else
using GroupMask = unsigned long long;
#endif

CASS_DEVICE unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }

CASS_DEVICE unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

CASS_DEVICE unsigned rank_of_block() {
  return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

CASS_DEVICE unsigned grid_blocks() { return gridDim.x * gridDim.y * gridDim.z; }

// `size` neighbouring lanes (a power of two) around this lane.
CASS_DEVICE LaneMask tile_mask(unsigned size) {
  const LaneMask low = size >= 64 ? ~0ull : (1ull << size) - 1;
  return low << (lane() & ~(size - 1));
}

// The bits of `votes` at the lanes of `mask`, packed in the order of the lanes.
CASS_DEVICE LaneMask packed(LaneMask votes, LaneMask mask) {
  LaneMask result = 0;
  for (unsigned i = 0; mask != 0; ++i, mask &= mask - 1)
    result |= (votes >> __builtin_ctzll(mask) & 1) << i;
  return result;
}

} // namespace cass

namespace cooperative_groups {

namespace details {
enum Kind { kTile, kCoalesced, kBlock, kGrid, kMultiGrid };
}

// What every group can do; a copy of a more special group still knows what it was.
class thread_group {
public:
  CASS_DEVICE unsigned size() const { return size_; }
  CASS_DEVICE unsigned thread_rank() const {
    switch (kind_) {
    case details::kBlock:
      return cass::rank_in_block();
    case details::kGrid:
      return cass::rank_of_block() * cass::block_threads() + cass::rank_in_block();
    case details::kMultiGrid:
      return __ockl_multi_grid_thread_rank();
    default:
      return __popcll(mask_ & cass::lanes_below());
    }
  }
  CASS_DEVICE bool is_valid() const {
    return kind_ == details::kGrid        ? __ockl_grid_is_valid() != 0
           : kind_ == details::kMultiGrid ? __ockl_multi_grid_is_valid() != 0
                                          : true;
  }
  CASS_DEVICE void sync() const {
    switch (kind_) {
    case details::kBlock:
      return __syncthreads();
    case details::kGrid:
      return __ockl_grid_sync();
    case details::kMultiGrid:
      return __ockl_multi_grid_sync();
    default:
      return cass::wave_sync();
    }
  }
#if defined(CASS_CUDA)
  CASS_DEVICE unsigned num_threads() const { return size_; }
  CASS_DEVICE unsigned long long get_type() const { return kind_; }
#endif

protected:
  CASS_DEVICE thread_group(details::Kind kind, unsigned size, cass::LaneMask mask)
      : kind_(kind), size_(size), mask_(mask) {}
  CASS_DEVICE thread_group(details::Kind kind, cass::LaneMask mask)
      : kind_(kind), size_(__popcll(mask)), mask_(mask) {}

  // The lanes whose rank in this group lies in the same stretch of `size` as this thread's.
  CASS_DEVICE cass::LaneMask part(unsigned size) const {
    const unsigned first = thread_rank() / size * size;
    cass::LaneMask lanes = 0, left = mask_;
    for (unsigned rank = 0; left != 0; ++rank, left &= left - 1)
      if (rank >= first && rank < first + size)
        lanes |= left & -left;
    return lanes;
  }

  details::Kind kind_;
  unsigned size_;
  cass::LaneMask mask_;

  friend CASS_DEVICE thread_group this_thread();
  friend CASS_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size);
};

// The tile of `size` threads (a power of two, at most a wavefront) that this thread is in.
CASS_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size) {
  if (parent.kind_ != details::kCoalesced)
    return thread_group(details::kTile, size, cass::tile_mask(size));
  return thread_group(details::kCoalesced, parent.part(size));
}

CASS_DEVICE thread_group this_thread() { return {details::kTile, 1ull << cass::lane()}; }

class thread_block : public thread_group {
public:
  CASS_DEVICE unsigned thread_rank() const { return cass::rank_in_block(); }
  CASS_DEVICE bool is_valid() const { return true; }
  CASS_DEVICE void sync() const { __syncthreads(); }
  CASS_DEVICE static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  CASS_DEVICE static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  CASS_DEVICE static dim3 group_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
#if defined(CASS_CUDA)
  CASS_DEVICE static dim3 dim_threads() { return group_dim(); }
  struct arrival_token {};
  CASS_DEVICE arrival_token barrier_arrive() const { return {}; }
  CASS_DEVICE void barrier_wait(arrival_token &&) const { __syncthreads(); }
#endif

private:
  CASS_DEVICE thread_block() : thread_group(details::kBlock, cass::block_threads(), 0) {}
  friend CASS_DEVICE thread_block this_thread_block();
};

CASS_DEVICE thread_block this_thread_block() { return {}; }

class grid_group : public thread_group {
public:
#if defined(CASS_CUDA)
  CASS_DEVICE unsigned long long size() const {
    return 1ull * cass::grid_blocks() * cass::block_threads();
  }
  CASS_DEVICE unsigned long long num_threads() const { return size(); }
  CASS_DEVICE unsigned long long thread_rank() const {
    return 1ull * cass::rank_of_block() * cass::block_threads() + cass::rank_in_block();
  }
  CASS_DEVICE static dim3 group_dim() { return {gridDim.x, gridDim.y, gridDim.z}; }
  CASS_DEVICE static dim3 dim_blocks() { return group_dim(); }
  CASS_DEVICE static dim3 block_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  CASS_DEVICE static unsigned long long num_blocks() { return cass::grid_blocks(); }
  CASS_DEVICE static unsigned long long block_rank() { return cass::rank_of_block(); }
#else
  CASS_DEVICE static dim3 group_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
#endif
  CASS_DEVICE bool is_valid() const { return __ockl_grid_is_valid() != 0; }
  CASS_DEVICE void sync() const { __ockl_grid_sync(); }

private:
  CASS_DEVICE grid_group()
      : thread_group(details::kGrid, cass::grid_blocks() * cass::block_threads(), 0) {}
  friend CASS_DEVICE grid_group this_grid();
};

CASS_DEVICE grid_group this_grid() { return {}; }

class multi_grid_group : public thread_group {
public:
  CASS_DEVICE unsigned num_grids() const { return __ockl_multi_grid_num_grids(); }
  CASS_DEVICE unsigned grid_rank() const { return __ockl_multi_grid_grid_rank(); }

private:
  CASS_DEVICE multi_grid_group() : thread_group(details::kMultiGrid, __ockl_multi_grid_size(), 0) {}
  friend CASS_DEVICE multi_grid_group this_multi_grid();
};

CASS_DEVICE multi_grid_group this_multi_grid() { return {}; }

} // namespace cooperative_groups

#include "lane_groups.h"
