// Half-precision functions that only CUDA has.
#pragma once

#include <hip/hip_fp16.h>

#include "atomics.h"
#include "warp.h"

CASS_SHUFFLES(__half)
CASS_SHUFFLES(__half2)

CASS_DEVICE __half2 atomicAdd(__half2 *address, __half2 value) {
  return cass::atomic_update<unsigned>(address, [=](__half2 old) { return __hadd2(old, value); });
}
CASS_DEVICE __half atomicAdd(__half *address, __half value) {
  return cass::atomic_update<unsigned short>(address,
                                             [=](__half old) { return __hadd(old, value); });
}

#define CASS_PAIR(NAME, ONE)                                                                       \
  CASS_DEVICE __half2 NAME(const __half2 a, const __half2 b) {                                     \
    return __halves2half2(ONE(__low2half(a), __low2half(b)), ONE(__high2half(a), __high2half(b))); \
  }
CASS_PAIR(__hmax2, __hmax)
CASS_PAIR(__hmin2, __hmin)
CASS_PAIR(__hadd2_rn, __hadd)
CASS_PAIR(__hsub2_rn, __hsub)
CASS_PAIR(__hmul2_rn, __hmul)
#undef CASS_PAIR
CASS_DEVICE __half __hadd_rn(const __half a, const __half b) { return __hadd(a, b); }
CASS_DEVICE __half __hsub_rn(const __half a, const __half b) { return __hsub(a, b); }
CASS_DEVICE __half __hmul_rn(const __half a, const __half b) { return __hmul(a, b); }
