// Groups inside one wavefront: tiles of a fixed size, and the threads that happen to be together.
#pragma once

#include "groups.h"

namespace cooperative_groups {

// The threads that run together here, ranked by lane.
class coalesced_group : public thread_group {
public:
  template <typename T> CASS_DEVICE T shfl(T value, int rank) const {
    return cass::from_lane(value, cass::nth_lane(mask_, unsigned(rank) % size_));
  }
  template <typename T> CASS_DEVICE T shfl_down(T value, unsigned delta) const {
    const unsigned rank = thread_rank() + delta;
    return cass::from_lane(value, int(rank < size_ ? cass::nth_lane(mask_, rank) : cass::lane()));
  }
  template <typename T> CASS_DEVICE T shfl_up(T value, unsigned delta) const {
    const unsigned rank = thread_rank();
    const int there = rank >= delta ? cass::nth_lane(mask_, rank - delta) : int(cass::lane());
    return cass::from_lane(value, there);
  }
  CASS_DEVICE cass::GroupMask ballot(int predicate) const {
    return cass::GroupMask(cass::packed(__ballot(predicate) & mask_, mask_));
  }
  CASS_DEVICE int any(int predicate) const { return (__ballot(predicate) & mask_) != 0; }
  CASS_DEVICE int all(int predicate) const { return (__ballot(predicate) & mask_) == mask_; }
  template <typename T> CASS_DEVICE cass::GroupMask match_any(T value) const {
    return cass::GroupMask(cass::packed(cass::same_value(value) & mask_, mask_));
  }
  template <typename T> CASS_DEVICE cass::GroupMask match_all(T value, int &all_same) const {
    all_same = (cass::same_value(value) & mask_) == mask_;
    return all_same ? cass::GroupMask(cass::packed(mask_, mask_)) : 0;
  }
  CASS_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  CASS_DEVICE unsigned meta_group_size() const { return meta_size_; }
  CASS_DEVICE cass::LaneMask lanes() const { return mask_; }

protected: // as in ROCm, so that a class derived from it can make a group of any lanes
  CASS_DEVICE explicit coalesced_group(cass::LaneMask mask, unsigned rank = 0, unsigned count = 1)
      : thread_group(details::kCoalesced, mask), meta_rank_(rank), meta_size_(count) {}
  unsigned meta_rank_, meta_size_;

  friend CASS_DEVICE coalesced_group coalesced_threads();
  template <typename Group>
  friend CASS_DEVICE coalesced_group binary_partition(const Group &group, bool first);
  friend CASS_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size);
#if defined(CASS_CUDA)
  template <typename Group, typename Label>
  friend CASS_DEVICE coalesced_group labeled_partition(const Group &group, Label label);
#endif
};

CASS_DEVICE coalesced_group coalesced_threads() { return coalesced_group(cass::active()); }

// The stretch of `size` ranks of `parent` that this thread is in.
CASS_DEVICE coalesced_group tiled_partition(const coalesced_group &parent, unsigned size) {
  return coalesced_group(parent.part(size), parent.thread_rank() / size,
                         (parent.size() + size - 1) / size);
}

// The threads of `group` that gave the same answer as this one.
template <typename Group>
CASS_DEVICE coalesced_group binary_partition(const Group &group, bool first) {
  const cass::LaneMask yes = __ballot(first) & group.lanes();
  return coalesced_group(first ? yes : group.lanes() & ~yes, first ? 1u : 0u, 2u);
}

#if defined(CASS_CUDA)
template <typename Group, typename Label>
CASS_DEVICE coalesced_group labeled_partition(const Group &group, Label label) {
  return coalesced_group(cass::same_value(label) & group.lanes());
}
#endif

template <unsigned Size, typename Parent = void> class thread_block_tile;

namespace details {

// `Size` neighbouring lanes; what a tile can do whatever it was cut from.
template <unsigned Size> class Tile : public thread_group {
  static_assert(Size != 0 && (Size & (Size - 1)) == 0,
                "The size of a tile must be a power of two.");
  static_assert(Size <= cass::kLanes, "A tile cannot be larger than a wavefront.");

public:
  CASS_DEVICE static constexpr unsigned size() { return Size; }
  CASS_DEVICE static constexpr unsigned num_threads() { return Size; }
  CASS_DEVICE static unsigned thread_rank() { return cass::lane() & (Size - 1); }
  CASS_DEVICE void sync() const { cass::wave_sync(); }
  CASS_DEVICE cass::LaneMask lanes() const { return cass::tile_mask(Size); }

  template <typename T> CASS_DEVICE T shfl(T value, int rank) const {
    return cass::from_lane(value, base() + (rank & int(Size - 1)));
  }
  template <typename T> CASS_DEVICE T shfl_down(T value, unsigned delta) const {
    return cass::from_lane(value, base() + int(cut(thread_rank() + delta)));
  }
  template <typename T> CASS_DEVICE T shfl_up(T value, unsigned delta) const {
    return cass::from_lane(value, base() + int(cut(thread_rank() - delta)));
  }
  template <typename T> CASS_DEVICE T shfl_xor(T value, unsigned mask) const {
    return cass::from_lane(value, base() + int(cut(thread_rank() ^ mask)));
  }
  CASS_DEVICE cass::GroupMask ballot(int predicate) const { return shifted(__ballot(predicate)); }
  CASS_DEVICE int any(int predicate) const { return (__ballot(predicate) & lanes()) != 0; }
  CASS_DEVICE int all(int predicate) const {
    return (__ballot(predicate) & lanes()) == (cass::active() & lanes());
  }
  template <typename T> CASS_DEVICE cass::GroupMask match_any(T value) const {
    return shifted(cass::same_value(value));
  }
  template <typename T> CASS_DEVICE cass::GroupMask match_all(T value, int &all_same) const {
    const cass::LaneMask here = cass::active() & lanes();
    all_same = (cass::same_value(value) & here) == here;
    return all_same ? shifted(here) : 0;
  }

protected:
  CASS_DEVICE Tile() : thread_group(kTile, Size, cass::tile_mask(Size)) {}

private:
  CASS_DEVICE static int base() { return int(cass::lane() & ~(Size - 1)); }
  // A rank outside of the tile means the thread itself.
  CASS_DEVICE static unsigned cut(unsigned rank) { return rank < Size ? rank : thread_rank(); }
  CASS_DEVICE cass::GroupMask shifted(cass::LaneMask votes) const {
    return cass::GroupMask((votes & lanes()) >> base());
  }
};

} // namespace details

template <unsigned Size, typename Parent> class thread_block_tile : public details::Tile<Size> {
public:
  CASS_DEVICE explicit thread_block_tile(const Parent &parent)
      : meta_rank_(parent.thread_rank() / Size), meta_size_((parent.size() + Size - 1) / Size) {}
  CASS_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  CASS_DEVICE unsigned meta_group_size() const { return meta_size_; }

private:
  unsigned meta_rank_, meta_size_;
};

template <unsigned Size> class thread_block_tile<Size, void> : public details::Tile<Size> {
public:
  template <typename Parent>
  CASS_DEVICE thread_block_tile(const thread_block_tile<Size, Parent> &tile)
      : meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {}
  CASS_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  CASS_DEVICE unsigned meta_group_size() const { return meta_size_; }

private:
  unsigned meta_rank_, meta_size_;
};

template <unsigned Size, typename Parent>
CASS_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &parent) {
  return thread_block_tile<Size, Parent>(parent);
}

template <typename Group> CASS_DEVICE unsigned group_size(const Group &group) {
  return group.size();
}
template <typename Group> CASS_DEVICE unsigned thread_rank(const Group &group) {
  return group.thread_rank();
}
template <typename Group> CASS_DEVICE bool is_valid(const Group &group) { return group.is_valid(); }
template <typename Group> CASS_DEVICE void sync(const Group &group) { group.sync(); }

} // namespace cooperative_groups
