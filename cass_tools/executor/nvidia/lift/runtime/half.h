// Halves and bfloat16 values, computed as floats: what rounds to them without rounding twice.
#pragma once

#include "common.h"
#include "rounding.h"

// a * b + c, in float rounded to odd: the exact number where a float is one, else that neighbour
// with an odd last bit. A float has enough more bits than half and bfloat16 that rounding this to
// them is rounding the exact number (Boldo and Melquiond). The product is exact for such values.
NV float nv_fma_odd(float a, float b, float c) {
  double product = (double)a * b, sum = product + c;
  float near = (float)sum;
  double gap = sum != near ? sum - near : lost(product, c);
  u32 bits = __builtin_bit_cast(u32, near);
  bool step = !(bits & 1) && __builtin_isfinite(near) && (gap > 0 || gap < 0);
  return !step ? near : gap > 0 ? next_up(near) : next_down(near);
}
// The nearest bfloat16 value, as a float.
NV float nv_to_bfloat(float x) {
  u32 bits = __builtin_bit_cast(u32, x);
  u32 even = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000u;
  return __builtin_bit_cast(float, x != x ? 0x7FFF0000u : even);
}
