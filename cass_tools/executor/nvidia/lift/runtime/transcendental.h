// MUFU, NVIDIA's unit for approximations. Denormal numbers that go in or come out are zeros with
// their sign, but for tanh; special values are those of PTX's *.approx.ftz instructions. Errors are
// below what NVIDIA states: AMD's instructions are good to one unit in the last place.
#pragma once

#include "common.h"

#ifdef __AMDGCN__
static float reciprocal(float x) { return __builtin_amdgcn_rcpf(x); }
static float reciprocal_root(float x) { return __builtin_amdgcn_rsqf(x); }
static float root(float x) { return __builtin_amdgcn_sqrtf(x); }
static float power_of_two(float x) { return __builtin_amdgcn_exp2f(x); }
static float logarithm(float x) { return __builtin_amdgcn_logf(x); }
static float sine(float turns) { return __builtin_amdgcn_sinf(turns); }
static float cosine(float turns) { return __builtin_amdgcn_cosf(turns); }
static double reciprocal_double(double x) { return __builtin_amdgcn_rcp(x); }
static double reciprocal_root_double(double x) { return __builtin_amdgcn_rsq(x); }
#else
static const double TURN = 6.283185307179586;
static float reciprocal(float x) { return 1 / x; }
static float reciprocal_root(float x) { return (float)(1 / __builtin_sqrt((double)x)); }
static float root(float x) { return __builtin_sqrtf(x); }
static float power_of_two(float x) { return __builtin_exp2f(x); }
static float logarithm(float x) { return __builtin_log2f(x); }
static float sine(float turns) { return (float)__builtin_sin(turns * TURN); }
static float cosine(float turns) { return (float)__builtin_cos(turns * TURN); }
static double reciprocal_double(double x) { return 1 / x; }
static double reciprocal_root_double(double x) { return 1 / __builtin_sqrt(x); }
#endif

static float without_denormals(float x) {
  return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0, x) : x;
}
static double without_denormals(double x) {
  return __builtin_fabs(x) < 0x1p-1022 ? __builtin_copysign(0, x) : x;
}
// The part of a number of turns that counts: exact, a zero with the number's sign.
static float part_of_turn(float x) {
  x = without_denormals(x);
  float part = x - __builtin_rintf(x);
  return part == 0 ? __builtin_copysignf(0, x) : part;
}

NV float nv_rcp(float x) { return without_denormals(reciprocal(without_denormals(x))); }
NV float nv_rsq(float x) { return reciprocal_root(without_denormals(x)); }
NV float nv_sqrt(float x) { return root(without_denormals(x)); }
NV float nv_ex2(float x) { return without_denormals(power_of_two(without_denormals(x))); }
NV float nv_lg2(float x) { return logarithm(without_denormals(x)); }
NV float nv_sin(float turns) { return sine(part_of_turn(turns)); }
NV float nv_cos(float turns) { return cosine(part_of_turn(turns)); }
NV float nv_tanh(float x) {
  float size = __builtin_fabsf(x);
  if (size < 0x1p-6f)
    return x * (1 - x * x * (1 / 3.0f));
  return __builtin_copysignf(1 - 2 * reciprocal(1 + power_of_two(size * 2.885390082f)), x);
}

// A double is its upper word here. The result is cut to it, which is what an H200 gives for 95 % of
// numbers; for the others it is one more.
static u32 upper(double x) {
  u64 bits = __builtin_bit_cast(u64, without_denormals(x));
  return x == x ? bits >> 32 : 0x7fffffff; // as an H200 says that it is no number
}
static double from_upper(u32 high) {
  return without_denormals(__builtin_bit_cast(double, (u64)high << 32));
}
NV u32 nv_rcp64h(u32 high) { return upper(reciprocal_double(from_upper(high))); }
NV u32 nv_rsq64h(u32 high) { return upper(reciprocal_root_double(from_upper(high))); }

// Whether a / b may need more than Newton's steps from b's approximate reciprocal: a special value,
// or one so large or small that the reciprocal, the quotient or its remainder is not exact enough.
// The bounds are those of an H200, as far as seen: between 20 and 26 for a's exponent, between 1
// and 12 and at 252 for b's, -124 and 126 for the quotient's.
NV bool nv_division_is_hard(float a, float b) {
  int first = __builtin_bit_cast(u32, a) >> 23 & 255,
      second = __builtin_bit_cast(u32, b) >> 23 & 255;
  int quotient = first - second;
  return first < 25 || first == 255 || second < 2 || second > 251 || quotient < -124 ||
         quotient > 126;
}
