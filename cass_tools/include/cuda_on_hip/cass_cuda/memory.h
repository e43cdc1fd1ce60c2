// Loads and stores with cache hints, address spaces, bits: what CUDA has as functions.
#pragma once

#include <cass/lanes.h>

#define CASS_LOAD(NAME, BUILTIN)                                                                   \
  template <typename T> CASS_DEVICE T NAME(const T *address) { return BUILTIN; }
#define CASS_STORE(NAME)                                                                           \
  template <typename T> CASS_DEVICE void NAME(T *address, T value) { *address = value; }

namespace cass {
template <typename T> CASS_DEVICE T load_volatile(const T *address) {
  T value;
  asm volatile("" ::: "memory");
  __builtin_memcpy(&value, address, sizeof(T));
  asm volatile("" ::: "memory");
  return value;
}
} // namespace cass

CASS_LOAD(__ldcg, *address)
CASS_LOAD(__ldca, *address)
CASS_LOAD(__ldcs, *address)
CASS_LOAD(__ldlu, *address)
CASS_LOAD(__ldcv, cass::load_volatile(address))
CASS_STORE(__stwb)
CASS_STORE(__stcg)
CASS_STORE(__stcs)
CASS_STORE(__stwt)
#undef CASS_STORE

// HIP has __ldg for its own vector types.
CASS_LOAD(cass_ldg, *address)
#define __ldg cass_ldg
#undef CASS_LOAD

using CassGeneric = const __attribute__((address_space(0))) void *;
CASS_DEVICE unsigned __isShared(const void *p) {
  return __builtin_amdgcn_is_shared(CassGeneric(p));
}
CASS_DEVICE unsigned __isLocal(const void *p) {
  return __builtin_amdgcn_is_private(CassGeneric(p));
}
CASS_DEVICE unsigned __isGlobal(const void *p) { return !__isShared(p) && !__isLocal(p); }
CASS_DEVICE void __prefetch_global_l1(const void *) {}
CASS_DEVICE void __prefetch_global_l2(const void *) {}
