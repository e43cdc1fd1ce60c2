// Conversions, shuffles and atomics of bfloat16 that only CUDA has.
#pragma once

#include <hip/hip_bf16.h>

#include "atomics.h"
#include "warp.h"

CASS_SHUFFLES(__hip_bfloat16)
CASS_SHUFFLES(__hip_bfloat162)

CASS_DEVICE __hip_bfloat16 atomicAdd(__hip_bfloat16 *address, __hip_bfloat16 value) {
  return cass::atomic_update<unsigned short>(
      address, [=](__hip_bfloat16 old) { return __hadd(old, value); });
}
CASS_DEVICE __hip_bfloat162 atomicAdd(__hip_bfloat162 *address, __hip_bfloat162 value) {
  return cass::atomic_update<unsigned>(address,
                                       [=](__hip_bfloat162 old) { return __hadd2(old, value); });
}

#define CASS_BOTH __host__ __device__ inline
CASS_BOTH __hip_bfloat16 __float2bfloat16_rn(float v) { return __float2bfloat16(v); }
CASS_BOTH __hip_bfloat162 __float2bfloat162_rn(float v) {
  return __halves2bfloat162(__float2bfloat16(v), __float2bfloat16(v));
}
CASS_BOTH __hip_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __halves2bfloat162(__float2bfloat16(a), __float2bfloat16(b));
}
CASS_BOTH __hip_bfloat162 make_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __halves2bfloat162(a, b);
}

// From integers to the nearest bfloat16, and back by each rounding.
#define CASS_INTEGER(NAME, TYPE)                                                                   \
  CASS_BOTH __hip_bfloat16 __##NAME##2bfloat16_rn(TYPE v) { return __double2bfloat16(double(v)); } \
  CASS_BOTH TYPE __bfloat162##NAME##_rz(__hip_bfloat16 v) { return (TYPE)__bfloat162float(v); }    \
  CASS_BOTH TYPE __bfloat162##NAME##_rn(__hip_bfloat16 v) {                                        \
    return (TYPE)__builtin_rintf(__bfloat162float(v));                                             \
  }                                                                                                \
  CASS_BOTH TYPE __bfloat162##NAME##_rd(__hip_bfloat16 v) {                                        \
    return (TYPE)__builtin_floorf(__bfloat162float(v));                                            \
  }                                                                                                \
  CASS_BOTH TYPE __bfloat162##NAME##_ru(__hip_bfloat16 v) {                                        \
    return (TYPE)__builtin_ceilf(__bfloat162float(v));                                             \
  }
CASS_INTEGER(int, int)
CASS_INTEGER(uint, unsigned)
CASS_INTEGER(short, short)
CASS_INTEGER(ushort, unsigned short)
CASS_INTEGER(ll, long long)
CASS_INTEGER(ull, unsigned long long)
#undef CASS_INTEGER
#undef CASS_BOTH
