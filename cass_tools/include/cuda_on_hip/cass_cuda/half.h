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
CASS_PAIR(__hmax2_nan, __hmax_nan)
CASS_PAIR(__hmin2_nan, __hmin_nan)
CASS_PAIR(__hadd2_rn, __hadd)
CASS_PAIR(__hsub2_rn, __hsub)
CASS_PAIR(__hmul2_rn, __hmul)
#undef CASS_PAIR
CASS_DEVICE __half __hadd_rn(const __half a, const __half b) { return __hadd(a, b); }
CASS_DEVICE __half __hsub_rn(const __half a, const __half b) { return __hsub(a, b); }
CASS_DEVICE __half __hmul_rn(const __half a, const __half b) { return __hmul(a, b); }
CASS_DEVICE __half __hfma_relu(const __half a, const __half b, const __half c) {
  return __hmax_nan(__hfma(a, b, c), __float2half(0.0f));
}
CASS_DEVICE __half2 __hfma2_relu(const __half2 a, const __half2 b, const __half2 c) {
  return __hmax2_nan(__hfma2(a, b, c), __float2half2_rn(0.0f));
}
__host__ __device__ inline __half __double2half(double value) { return __float2half(float(value)); }
CASS_DEVICE __half htanh(const __half a) { return __float2half(tanhf(__half2float(a))); }
CASS_DEVICE __half2 h2tanh(const __half2 a) {
  return __halves2half2(htanh(__low2half(a)), htanh(__high2half(a)));
}
#define htanh_approx htanh
#define h2tanh_approx h2tanh
