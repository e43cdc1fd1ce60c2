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

// Lanes that have the same bits in `value`, among the active ones. CUDA takes numbers of 4 and 8
// bytes, and shorter ones, `bool` too, as `int`: these have the same bits where they are equal. The
// loop is one for the whole wavefront: what stands behind the exit of a lane's own loop, compilers
// may move to where all lanes have left it.
template <typename T> CASS_DEVICE LaneMask same_value(T value) {
  static_assert(sizeof(T) <= 4 || sizeof(T) == 8, "the value must have 1, 2, 4 or 8 bytes");
  constexpr unsigned kWords = (sizeof(T) + 3) / 4;
  int words[kWords] = {};
  __builtin_memcpy(words, &value, sizeof(T));
  LaneMask found = 0;
  for (LaneMask left = active(); left != 0;) {
    const int chosen = __builtin_ctzll(left);
    bool same = true;
    for (unsigned i = 0; i < kWords; ++i)
      same &= words[i] == __builtin_amdgcn_readlane(words[i], chosen);
    const LaneMask lanes = __ballot(same);
    found = same ? lanes : found;
    left &= ~lanes;
  }
  return found;
}

// Memory operations of the wavefront's lanes before this point are seen after it.
CASS_DEVICE void wave_sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

} // namespace cass
