// Sums and products in the rounding modes that neither AMD's nor LLVM's arithmetic offers by
// instruction. `mode`: 0 nearest, 1 down, 2 up, 3 towards zero. An exact sum of zero from terms of
// unlike signs is -0 when rounding down, else +0.
#pragma once

#include "common.h"

static float next_up(float x) {
  u32 bits = __builtin_bit_cast(u32, x);
  return __builtin_bit_cast(float, x == 0 ? 1u : x > 0 ? bits + 1 : bits - 1);
}
static float next_down(float x) { return -next_up(-x); }

// The exact number is wide + rest, where wide is that number rounded to nearest in double. Rounding
// keeps order, and each float is a double: so the float nearest to wide is beside the number or it.
static float to_single(double wide, double rest, u32 mode) {
  float near = (float)wide;
  double gap = wide != near ? wide - near : rest;
  bool down = mode == 1 || (mode == 3 && wide > 0), up = mode == 2 || (mode == 3 && wide < 0);
  return down && gap < 0 ? next_down(near) : up && gap > 0 ? next_up(near) : near;
}

// What a + b in double loses; exact where no sum overflows, which floats and their products do not.
static double lost(double a, double b) {
  double sum = a + b, part = sum - a;
  return (a - (sum - part)) + (b - part);
}

// A product times a power of two, which is exact in double.
NV float nv_mul_single(float a, float b, float scale, u32 mode) {
  return to_single((double)a * b * scale, 0, mode);
}
NV float nv_fma_single(float a, float b, float c, u32 mode) {
  double product = (double)a * b, sum = product + c;
  if (sum == 0 && mode == 1)
    return __builtin_signbit(product) || __builtin_signbit(c) ? -0.0f : 0.0f;
  return to_single(sum, lost(product, c), mode);
}
// What FTZ does to a result: 0 with its sign where the exact number, rounded as if there were no
// least exponent, is below the normal ones. (NVIDIA's hardware; only the least normal number may
// stand for one that is below.) A sum of two floats needs no such care, since it is exact there.
static float flush(float near, double wide, double rest, u32 mode) {
  float size = __builtin_fabsf(near), tiny = 0x1p-126f;
  bool zero = size < tiny;
  if (__builtin_expect(size == tiny, 0))
    zero = __builtin_fabsf(to_single(wide * 0x1p64, rest * 0x1p64, mode)) < 0x1p-62f;
  return zero ? __builtin_copysignf(0, near) : near;
}
NV float nv_flush_product(float near, float a, float b, float scale, u32 mode) {
  return flush(near, (double)a * b * scale, 0, mode);
}
NV float nv_flush_fma(float near, float a, float b, float c, u32 mode) {
  double product = (double)a * b;
  return flush(near, product + c, lost(product, c), mode);
}

// Doubles have no wider type: a finite one is mantissa * 2^exponent, computed with as integers.
typedef unsigned __int128 u128;
struct Number {
  bool negative;
  int exponent;
  u128 mantissa;
};

static Number number(double x) {
  u64 bits = __builtin_bit_cast(u64, x);
  int exponent = bits >> 52 & 2047;
  u64 fraction = bits & ((1ull << 52) - 1);
  bool normal = exponent != 0;
  return {bits >> 63 != 0, (normal ? exponent : 1) - 1075, fraction | (u64)normal << 52};
}
static int highest_bit(u128 x) {
  u64 high = (u64)(x >> 64);
  return high ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((u64)x);
}
static Number product_of(Number a, Number b) {
  return {a.negative != b.negative, a.exponent + b.exponent, a.mantissa * b.mantissa};
}

// A number that is not 0, below 2^127 * 2^exponent, as a double.
static double rounded(Number x, u32 mode) {
  int lowest = x.exponent + highest_bit(x.mantissa) - 52;
  lowest = lowest < -1074 ? -1074 : lowest;
  int shift = lowest - x.exponent;
  u128 kept = shift <= 0 ? x.mantissa << -shift : shift > 127 ? 0 : x.mantissa >> shift;
  u128 rest = shift <= 0 ? 0 : shift > 127 ? x.mantissa : x.mantissa - (kept << shift);
  u128 half = shift > 0 && shift <= 127 ? (u128)1 << (shift - 1) : ~(u128)0;
  bool nearer = rest > half || (rest == half && (kept & 1));
  bool away = mode == 0 ? nearer : rest != 0 && mode != 3 && (mode == 1) == x.negative;
  u64 bits = ((u64)(lowest + 1074) << 52) + (u64)kept + away;
  u64 infinity = 0x7FFull << 52;
  if (bits >= infinity)
    bits = mode == 3 || (mode && (mode == 1) != x.negative) ? infinity - 1 : infinity;
  return __builtin_bit_cast(double, bits | (u64)x.negative << 63);
}

// The same number with its highest bit at 125: two such have room for a sum, and 19 bits below.
static Number aligned(Number x) {
  int shift = 125 - highest_bit(x.mantissa);
  return {x.negative, x.exponent - shift, x.mantissa << shift};
}
// Numbers that are not 0. What the smaller one loses below is kept as a last bit that says so; that
// happens only where the exponents are so far apart that the result's bits are above it.
static double sum_of(Number a, Number b, u32 mode) {
  a = aligned(a), b = aligned(b);
  if (a.exponent < b.exponent || (a.exponent == b.exponent && a.mantissa < b.mantissa)) {
    Number other = a;
    a = b, b = other;
  }
  int shift = a.exponent - b.exponent;
  u128 moved = shift > 127 ? 0 : b.mantissa >> shift;
  moved |= shift > 127 || moved << shift != b.mantissa;
  a.mantissa = a.negative == b.negative ? a.mantissa + moved : a.mantissa - moved;
  return a.mantissa ? rounded(a, mode) : mode == 1 ? -0.0 : 0.0;
}

NV double nv_mul_double(double a, double b, u32 mode) {
  bool finite = __builtin_isfinite(a) && __builtin_isfinite(b);
  return !finite || a == 0 || b == 0 ? a * b : rounded(product_of(number(a), number(b)), mode);
}
NV double nv_fma_double(double a, double b, double c, u32 mode) {
  if (!__builtin_isfinite(a) || !__builtin_isfinite(b) || !__builtin_isfinite(c))
    return __builtin_fma(a, b, c);
  Number product = product_of(number(a), number(b)), addend = number(c);
  if (product.mantissa == 0 && addend.mantissa == 0)
    return product.negative == addend.negative ? c : mode == 1 ? -0.0 : 0.0;
  if (product.mantissa == 0)
    return c;
  return addend.mantissa == 0 ? rounded(product, mode) : sum_of(product, addend, mode);
}
