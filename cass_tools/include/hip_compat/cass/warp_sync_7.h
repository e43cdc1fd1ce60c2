// What ROCm 7 adds to the *_sync functions; only for a build that asks for that release
// (CASS_HIP_RELEASE >= 700).
#pragma once

#include "lanes.h"

namespace cass {

// Combine `value` over the lanes of `mask` with `combine`; every lane of the mask gets the result.
template <typename Mask, typename T, typename Combine>
CASS_DEVICE T reduce_lanes(Mask mask, T value, Combine combine) {
  static_assert(sizeof(Mask) == 8, "The mask must be a 64-bit integer.");
  LaneMask left = kLanes == 32 ? mask & 0xffffffffull : mask;
  T result = from_lane(value, __builtin_ctzll(left));
  for (left &= left - 1; left != 0; left &= left - 1)
    result = combine(result, from_lane(value, __builtin_ctzll(left)));
  return result;
}

} // namespace cass

CASS_DEVICE void __syncwarp() { cass::wave_sync(); }

template <typename Mask> CASS_DEVICE void __syncwarp(Mask) {
  static_assert(sizeof(Mask) == 8, "The mask must be a 64-bit integer.");
  cass::wave_sync();
}

#define CASS_REDUCE_SYNC(NAME, EXPRESSION)                                                         \
  template <typename Mask, typename T> CASS_DEVICE T __reduce_##NAME##_sync(Mask mask, T value) {  \
    return cass::reduce_lanes(mask, value, [](T a, T b) -> T { return EXPRESSION; });              \
  }
CASS_REDUCE_SYNC(add, a + b)
CASS_REDUCE_SYNC(min, a < b ? a : b)
CASS_REDUCE_SYNC(max, a > b ? a : b)
CASS_REDUCE_SYNC(and, a &b)
CASS_REDUCE_SYNC(or, a | b)
CASS_REDUCE_SYNC(xor, a ^ b)
#undef CASS_REDUCE_SYNC
