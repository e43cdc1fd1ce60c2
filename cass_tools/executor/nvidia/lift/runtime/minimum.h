// The smaller and the larger of two floats: a number rather than a NaN, and -0 below +0.
#pragma once

#include "common.h"

#ifdef __AMDGCN__ // the instructions order zeros so
NV float nv_min_single(float a, float b) { return __builtin_fminf(a, b); }
NV float nv_max_single(float a, float b) { return __builtin_fmaxf(a, b); }
#else
NV float nv_min_single(float a, float b) {
  bool first = a < b || b != b || (a == b && __builtin_signbit(a));
  return first ? a : b;
}
NV float nv_max_single(float a, float b) {
  bool first = a > b || b != b || (a == b && !__builtin_signbit(a));
  return first ? a : b;
}
#endif
