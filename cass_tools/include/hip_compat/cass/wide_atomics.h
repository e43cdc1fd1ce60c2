// atomicMin and atomicMax of signed 64-bit numbers, which HIP has from 5.7 on.
#pragma once

#define CASS_WIDE_ATOMIC(NAME, BUILTIN, SCOPE)                                                     \
  __device__ inline long long NAME(long long *address, long long value) {                          \
    return BUILTIN(address, value, __ATOMIC_RELAXED, SCOPE);                                       \
  }

CASS_WIDE_ATOMIC(atomicMin, __hip_atomic_fetch_min, __HIP_MEMORY_SCOPE_AGENT)
CASS_WIDE_ATOMIC(atomicMax, __hip_atomic_fetch_max, __HIP_MEMORY_SCOPE_AGENT)
CASS_WIDE_ATOMIC(atomicMin_system, __hip_atomic_fetch_min, __HIP_MEMORY_SCOPE_SYSTEM)
CASS_WIDE_ATOMIC(atomicMax_system, __hip_atomic_fetch_max, __HIP_MEMORY_SCOPE_SYSTEM)
#undef CASS_WIDE_ATOMIC
