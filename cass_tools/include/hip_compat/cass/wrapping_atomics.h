// atomicInc and atomicDec by compiler builtins that every clang since 10 has.
#pragma once

// `*address` becomes 0 at `limit` or above, else one more; returns the old value.
__device__ inline unsigned atomicInc(unsigned *address, unsigned limit) {
  return __builtin_amdgcn_atomic_inc32(address, limit, __ATOMIC_RELAXED, "agent");
}

// `*address` becomes `limit` at 0 or above `limit`, else one less; returns the old value.
__device__ inline unsigned atomicDec(unsigned *address, unsigned limit) {
  return __builtin_amdgcn_atomic_dec32(address, limit, __ATOMIC_RELAXED, "agent");
}
