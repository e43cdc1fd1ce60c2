// Atomic functions that HIP has not: scopes, 16-bit compare-and-swap, and old spellings.
#pragma once

#include <cass/lanes.h>

#define CASS_SCOPED(NAME)                                                                          \
  template <typename T, typename V> CASS_DEVICE T NAME##_block(T *address, V value) {              \
    return NAME(address, static_cast<T>(value));                                                   \
  }
CASS_SCOPED(atomicAdd)
CASS_SCOPED(atomicSub)
CASS_SCOPED(atomicExch)
CASS_SCOPED(atomicMin)
CASS_SCOPED(atomicMax)
CASS_SCOPED(atomicInc)
CASS_SCOPED(atomicDec)
CASS_SCOPED(atomicAnd)
CASS_SCOPED(atomicOr)
CASS_SCOPED(atomicXor)
#undef CASS_SCOPED
template <typename T> CASS_DEVICE T atomicCAS_block(T *address, T expected, T value) {
  return atomicCAS(address, expected, value);
}

CASS_DEVICE unsigned short atomicCAS(unsigned short *address, unsigned short expected,
                                     unsigned short value) {
  __hip_atomic_compare_exchange_strong(address, &expected, value, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  return expected;
}

namespace cass {
// Replace `*address` by `next(*address)` in one step; returns the old value. T has the size of
// Word.
template <typename Word, typename T, typename Next>
CASS_DEVICE T atomic_update(T *address, Next next) {
  Word *word = reinterpret_cast<Word *>(address);
  Word seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  for (;;) {
    T old;
    __builtin_memcpy(&old, &seen, sizeof(T));
    const T fresh = next(old);
    Word wanted;
    __builtin_memcpy(&wanted, &fresh, sizeof(T));
    if (__hip_atomic_compare_exchange_strong(word, &seen, wanted, __ATOMIC_RELAXED,
                                             __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT))
      return old;
  }
}
} // namespace cass

CASS_DEVICE float2 atomicAdd(float2 *address, float2 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y)};
}
CASS_DEVICE float4 atomicAdd(float4 *address, float4 value) {
  return {atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
          atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w)};
}
