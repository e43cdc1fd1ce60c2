// Conversions between numbers in the rounding modes (0 nearest even, 1 down, 2 up, 3 towards zero)
// that instructions of AMD or of a CPU do not have, and the permutation of bytes.
#pragma once

#include "common.h"
#include "eight.h"

static double power_of_two(int exponent) {
  return __builtin_bit_cast(double, (u64)(1023 + exponent) << 52);
}
static double whole(double x, u32 mode) {
  return mode == 0   ? __builtin_rint(x)
         : mode == 1 ? __builtin_floor(x)
         : mode == 2 ? __builtin_ceil(x)
                     : __builtin_trunc(x);
}

// The nearest number of a format with `precision` bits, whose steps are at least 2^smallest.
static double in_format(double x, u32 mode, int precision, int smallest, double largest) {
  if (!__builtin_isfinite(x) || x == 0)
    return x;
  int exponent = (int)(__builtin_bit_cast(u64, x) >> 52 & 2047) - 1023;
  int step = exponent - (precision - 1);
  step = step < smallest ? smallest : step;
  double rounded = whole(x * power_of_two(-step), mode) * power_of_two(step);
  if (__builtin_fabs(rounded) > largest) {
    bool away = mode == 0 || (mode == 2 && x > 0) || (mode == 1 && x < 0);
    rounded = away ? __builtin_inf() : largest;
  }
  return __builtin_copysign(rounded, x);
}

NV float nv_double_to_single(double x, u32 mode) {
  return (float)in_format(x, mode, 24, -149, 0x1.fffffep127);
}
// The bits of a half, or of a bfloat16; the upper bits of a NaN are kept and it becomes quiet.
NV u32 nv_double_to_half(double x, u32 mode) {
  u64 bits = __builtin_bit_cast(u64, in_format(x, mode, 11, -24, 65504));
  u32 sign = (u32)(bits >> 48) & 0x8000;
  if (x != x)
    return sign | 0x7E00 | ((u32)(bits >> 42) & 0x1FF);
  double size = __builtin_fabs(__builtin_bit_cast(double, bits));
  if (size < 0x1p-14)
    return sign | (u32)(size * 0x1p24);
  if (size > 65504)
    return sign | 0x7C00;
  return sign | (((u32)(bits >> 42) & 0x1FFFFF) - (1008 << 10));
}
NV u32 nv_double_to_bfloat(double x, u32 mode) {
  u64 bits = __builtin_bit_cast(u64, x);
  if (x != x)
    return ((u32)(bits >> 48) & 0x8000) | 0x7FC0 | ((u32)(bits >> 45) & 0x3F);
  double rounded = in_format(x, mode, 8, -133, 0x1.fep127);
  return __builtin_bit_cast(u32, (float)rounded) >> 16;
}

// Floats of 8 bits: E4M3 (no infinity, the largest is 448) or E5M2 (as the upper half of a half).
// Numbers that are too large become the largest one, NaN is 0x7f.
NV u32 nv_single_to_eight(float x, u32 is_large) {
  if (x != x)
    return 0x7f;
  u32 fraction = is_large ? 2 : 3;
  double largest = is_large ? 57344 : 448;
  double rounded = in_format(x, 0, (int)fraction + 1, is_large ? -16 : -9, largest);
  double size = __builtin_fabs(rounded);
  size = size > largest ? largest : size;
  u32 sign = __builtin_signbit(x) ? 0x80 : 0;
  if (size < (is_large ? 0x1p-14 : 0x1p-6))
    return sign | (u32)(size * (is_large ? 0x1p16 : 0x1p9));
  u32 top = (u32)(__builtin_bit_cast(u64, size) >> (52 - fraction));
  return sign | (top - ((1023 - (is_large ? 15u : 7u)) << fraction));
}
NV u32 nv_eight_to_half(u32 byte, u32 is_large) { return half_of_eight(byte, is_large); }

// An integer rounded to `precision` bits, which a double holds exactly.
NV double nv_integer_rounded(u64 value, u32 is_signed, u32 mode, u32 precision) {
  bool negative = is_signed && (i64)value < 0;
  u64 size = negative ? -value : value;
  if (size == 0)
    return 0;
  u32 length = 64 - (u32)__builtin_clzll(size);
  u32 excess = length > precision ? length - precision : 0;
  u64 step = (u64)1 << excess, rest = size & (step - 1), kept = size - rest;
  bool away = mode == 0   ? rest > step / 2 || (excess && rest == step / 2 && (kept & step))
              : mode == 1 ? negative && rest
              : mode == 2 ? !negative && rest
                          : false;
  double result = (double)kept + (away ? (double)step : 0);
  return negative ? -result : result;
}

// Four bytes of c:a by the digits of the selector; 8 and more: the sign of the byte, eight times.
NV u32 nv_permute(u32 a, u32 selector, u32 c) {
  u64 both = (u64)c << 32 | a;
  u32 result = 0;
  for (u32 place = 0; place < 4; ++place) {
    u32 digit = selector >> 4 * place & 15, byte = (u32)(both >> 8 * (digit & 7)) & 255;
    if (digit & 8)
      byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * place;
  }
  return result;
}
