// Fused multiply-add in the rounding modes that neither AMD's nor LLVM's arithmetic offers by
// instruction. `mode`: 0 nearest, 1 down, 2 up, 3 towards zero.
#pragma once

#include "common.h"

static float next_up(float x) {
  u32 bits = __builtin_bit_cast(u32, x);
  return __builtin_bit_cast(float, x == 0 ? 1u : x > 0 ? bits + 1 : bits - 1);
}
static float next_down(float x) { return -next_up(-x); }

// The nearest value is off by at most half a step: where the exact result is on its other side, one
// step repairs it. The product is exact in double; the sum is a double and its error.
NV float nv_fma_single(float a, float b, float c, u32 mode) {
  double product = (double)a * b, sum = product + c, part = sum - product;
  double error = (product - (sum - part)) + (c - part);
  float nearest = __builtin_fmaf(a, b, c);
  if (!__builtin_isfinite(sum) || mode == 0)
    return nearest;
  double rest = (sum - nearest) + error;
  if (__builtin_isinf(nearest))
    rest = nearest > 0 ? -1 : 1;
  bool down = mode == 1 || (mode == 3 && sum > 0), up = mode == 2 || (mode == 3 && sum < 0);
  if (sum == 0 && error == 0)
    return product == 0 && c == 0 ? nearest : mode == 1 ? -0.0f : 0.0f;
  return down && rest < 0 ? next_down(nearest) : up && rest > 0 ? next_up(nearest) : nearest;
}
