// The *_sync functions of ROCm 6.2 and later for HIP headers that lack them.
//
// As there, a mask has 64 bits, and the lanes it names must be exactly the lanes that are here with
// this mask; a lane that breaks this traps, unless NDEBUG is defined.
#pragma once

#include "lanes.h"

namespace cass {

template <typename Mask> CASS_DEVICE LaneMask checked(Mask given) {
  static_assert(sizeof(Mask) == 8 && Mask(0.5) == Mask(0),
                "The mask must be a 64-bit integer. "
                "Implicitly promoting a smaller integer is almost always an error.");
  const LaneMask mask = kLanes == 32 ? given & 0xffffffffull : given;
#if !defined(NDEBUG)
  if (same_value(mask) != mask)
    __builtin_trap();
#endif
  return mask;
}

} // namespace cass

CASS_DEVICE unsigned long long __activemask() { return cass::active(); }

template <typename Mask> CASS_DEVICE unsigned long long __ballot_sync(Mask mask, int predicate) {
  const cass::LaneMask lanes = cass::checked(mask);
  return __ballot(predicate) & lanes;
}

template <typename Mask> CASS_DEVICE int __any_sync(Mask mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}

template <typename Mask> CASS_DEVICE int __all_sync(Mask mask, int predicate) {
  const cass::LaneMask lanes = cass::checked(mask);
  return (__ballot(predicate) & lanes) == lanes;
}

template <typename T> CASS_DEVICE unsigned long long __match_any(T value) {
  return cass::same_value(value);
}

template <typename Mask, typename T>
CASS_DEVICE unsigned long long __match_any_sync(Mask mask, T value) {
  const cass::LaneMask lanes = cass::checked(mask);
  return __match_any(value) & lanes;
}

template <typename T> CASS_DEVICE unsigned long long __match_all(T value, int *all_same) {
  *all_same = cass::same_value(value) == cass::active();
  return *all_same ? cass::active() : 0;
}

template <typename Mask, typename T>
CASS_DEVICE unsigned long long __match_all_sync(Mask mask, T value, int *all_same) {
  const cass::LaneMask lanes = cass::checked(mask);
  *all_same = (cass::same_value(value) & lanes) == lanes;
  return *all_same ? lanes : 0;
}

template <typename Mask, typename T>
CASS_DEVICE T __shfl_sync(Mask mask, T value, int source, int width = warpSize) {
  cass::checked(mask);
  return __shfl(value, source, width);
}

template <typename Mask, typename T>
CASS_DEVICE T __shfl_up_sync(Mask mask, T value, unsigned delta, int width = warpSize) {
  cass::checked(mask);
  return __shfl_up(value, delta, width);
}

template <typename Mask, typename T>
CASS_DEVICE T __shfl_down_sync(Mask mask, T value, unsigned delta, int width = warpSize) {
  cass::checked(mask);
  return __shfl_down(value, delta, width);
}

template <typename Mask, typename T>
CASS_DEVICE T __shfl_xor_sync(Mask mask, T value, int lane_mask, int width = warpSize) {
  cass::checked(mask);
  return __shfl_xor(value, lane_mask, width);
}
