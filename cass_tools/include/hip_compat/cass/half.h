// Half-precision functions that HIP got after 5.2.
#pragma once

#include "lanes.h"

#if HIP_VERSION < 50600000
CASS_DEVICE __half __hmax(const __half a, const __half b) {
  return __float2half(__builtin_fmaxf(__half2float(a), __half2float(b)));
}
CASS_DEVICE __half __hmin(const __half a, const __half b) {
  return __float2half(__builtin_fminf(__half2float(a), __half2float(b)));
}
CASS_DEVICE __half __hmax_nan(const __half a, const __half b) {
  return __hisnan(a) ? a : __hisnan(b) ? b : __hmax(a, b);
}
CASS_DEVICE __half __hmin_nan(const __half a, const __half b) {
  return __hisnan(a) ? a : __hisnan(b) ? b : __hmin(a, b);
}
#endif

#if HIP_VERSION < 50600000
#define CASS_HALF_SHUFFLES(TYPE)                                                                   \
  CASS_DEVICE TYPE __shfl(TYPE value, int source, int width = warpSize) {                          \
    return cass::through_int(value, [=](int bits) { return __shfl(bits, source, width); });        \
  }                                                                                                \
  CASS_DEVICE TYPE __shfl_up(TYPE value, unsigned delta, int width = warpSize) {                   \
    return cass::through_int(value, [=](int bits) { return __shfl_up(bits, delta, width); });      \
  }                                                                                                \
  CASS_DEVICE TYPE __shfl_down(TYPE value, unsigned delta, int width = warpSize) {                 \
    return cass::through_int(value, [=](int bits) { return __shfl_down(bits, delta, width); });    \
  }                                                                                                \
  CASS_DEVICE TYPE __shfl_xor(TYPE value, int mask, int width = warpSize) {                        \
    return cass::through_int(value, [=](int bits) { return __shfl_xor(bits, mask, width); });      \
  }

namespace cass {
template <typename T, typename Move> CASS_DEVICE T through_int(T value, Move move) {
  int bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = move(bits);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}
} // namespace cass

CASS_HALF_SHUFFLES(__half)
CASS_HALF_SHUFFLES(__half2)
#undef CASS_HALF_SHUFFLES
#endif
