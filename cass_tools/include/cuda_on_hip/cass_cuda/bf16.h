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
CASS_BOTH __hip_bfloat162 make_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __halves2bfloat162(a, b);
}
CASS_BOTH __hip_bfloat16 __hadd_rn(__hip_bfloat16 a, __hip_bfloat16 b) { return __hadd(a, b); }
CASS_BOTH __hip_bfloat16 __hsub_rn(__hip_bfloat16 a, __hip_bfloat16 b) { return __hsub(a, b); }
CASS_BOTH __hip_bfloat16 __hmul_rn(__hip_bfloat16 a, __hip_bfloat16 b) { return __hmul(a, b); }
CASS_BOTH __hip_bfloat162 __hadd2_rn(__hip_bfloat162 a, __hip_bfloat162 b) { return __hadd2(a, b); }
CASS_BOTH __hip_bfloat162 __hsub2_rn(__hip_bfloat162 a, __hip_bfloat162 b) { return __hsub2(a, b); }
CASS_BOTH __hip_bfloat162 __hmul2_rn(__hip_bfloat162 a, __hip_bfloat162 b) { return __hmul2(a, b); }
#undef CASS_BOTH
