// Lanes of a wavefront in terms of compiler builtins alone: what every other header here builds on.
//
// A lane mask is 64 bits wide, as in HIP; at 32 lanes the upper half is 0.
#pragma once

#include <hip/hip_runtime.h>

#define CASS_DEVICE __device__ inline __attribute__((always_inline))

namespace cass {

using LaneMask = unsigned long long;

template <bool Condition, typename Type = void> struct EnableIf {};
template <typename Type> struct EnableIf<true, Type> {
  using type = Type;
};

#if defined(__HIP_DEVICE_COMPILE__)
constexpr unsigned kLanes = __AMDGCN_WAVEFRONT_SIZE;
#else
constexpr unsigned kLanes = 64; // the host pass only parses device code
#endif

CASS_DEVICE unsigned lane() {
  const unsigned low = __builtin_amdgcn_mbcnt_lo(~0u, 0u);
  return kLanes == 64 ? __builtin_amdgcn_mbcnt_hi(~0u, low) : low;
}

CASS_DEVICE LaneMask active() { return __ballot(1); }

// The lanes below this one.
CASS_DEVICE LaneMask lanes_below() { return (1ull << lane()) - 1; }

// The position of the set bit number `rank` of `mask` (0 is the lowest), 64 if there are fewer
// bits.
CASS_DEVICE int nth_lane(LaneMask mask, unsigned rank) {
  for (; rank != 0; --rank)
    mask &= mask - 1;
  return mask ? __builtin_ctzll(mask) : 64;
}

// `value` of the first active lane, word by word, so for every type that can be copied bytewise.
template <typename T> CASS_DEVICE T first_lane(T value) {
  constexpr unsigned kWords = (sizeof(T) + 3) / 4;
  int words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned i = 0; i < kWords; ++i)
    words[i] = __builtin_amdgcn_readfirstlane(words[i]);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

// `value` of lane `source`, which must be active. Every lane may ask for another one.
template <typename T> CASS_DEVICE T from_lane(T value, int source) {
  constexpr unsigned kWords = (sizeof(T) + 3) / 4;
  int words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  for (unsigned i = 0; i < kWords; ++i)
    words[i] = __builtin_amdgcn_ds_bpermute(source << 2, words[i]);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

// Lanes that have the same `value`, among the active ones.
template <typename T> CASS_DEVICE LaneMask same_value(T value) {
  for (;;) {
    const T chosen = first_lane(value);
    if (chosen == value)
      return active();
  }
}

// Memory operations of the wavefront's lanes before this point are seen after it.
CASS_DEVICE void wave_sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

} // namespace cass
