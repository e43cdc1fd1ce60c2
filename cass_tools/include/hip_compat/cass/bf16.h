// bfloat16 by way of float: every operation is done in float and rounded to nearest even.
#pragma once

#include <hip/hip_fp16.h>

#include "lanes.h"

#define CASS_BOTH __host__ __device__ inline

struct alignas(2) __hip_bfloat16_raw {
  unsigned short x;
};
struct alignas(4) __hip_bfloat162_raw {
  unsigned short x, y;
};

namespace cass {

CASS_BOTH float bf16_to_float(unsigned short bits) {
  const unsigned word = unsigned(bits) << 16;
  float value;
  __builtin_memcpy(&value, &word, 4);
  return value;
}
CASS_BOTH unsigned short float_to_bf16(float value) {
  unsigned word;
  __builtin_memcpy(&word, &value, 4);
  if ((word & 0x7fffffffu) > 0x7f800000u)
    return (unsigned short)(word >> 16 | 0x40);
  return (unsigned short)((word + 0x7fffu + (word >> 16 & 1)) >> 16);
}
// The nearest float that a second rounding to bfloat16 takes the right way (round to odd).
CASS_BOTH unsigned short double_to_bf16(double value) {
  float near = float(value);
  unsigned word;
  __builtin_memcpy(&word, &near, 4);
  if (double(near) != value && value == value && (word & 0xffffu) == 0x8000u) {
    const bool larger = __builtin_fabs(value) > __builtin_fabs(double(near));
    word = larger ? word + 1 : word - 1;
    __builtin_memcpy(&near, &word, 4);
  }
  return float_to_bf16(near);
}

} // namespace cass

struct alignas(2) __hip_bfloat16 {
  unsigned short __x;

  __hip_bfloat16() = default;
  CASS_BOTH __hip_bfloat16(const __hip_bfloat16_raw &raw) : __x(raw.x) {}
  CASS_BOTH __hip_bfloat16(float v) : __x(cass::float_to_bf16(v)) {}
  CASS_BOTH __hip_bfloat16(double v) : __x(cass::double_to_bf16(v)) {}
  CASS_BOTH __hip_bfloat16(int v) : __x(cass::double_to_bf16(v)) {}
  CASS_BOTH __hip_bfloat16(unsigned v) : __x(cass::double_to_bf16(v)) {}
  CASS_BOTH __hip_bfloat16(short v) : __x(cass::float_to_bf16(v)) {}
  CASS_BOTH __hip_bfloat16(unsigned short v) : __x(cass::float_to_bf16(v)) {}
  CASS_BOTH __hip_bfloat16(long v) : __x(cass::double_to_bf16(double(v))) {}
  CASS_BOTH __hip_bfloat16(unsigned long v) : __x(cass::double_to_bf16(double(v))) {}
  CASS_BOTH __hip_bfloat16(long long v) : __x(cass::double_to_bf16(double(v))) {}
  CASS_BOTH __hip_bfloat16(unsigned long long v) : __x(cass::double_to_bf16(double(v))) {}

  CASS_BOTH operator __hip_bfloat16_raw() const { return {__x}; }
  CASS_BOTH operator float() const { return cass::bf16_to_float(__x); }
};

struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;

  __hip_bfloat162() = default;
  CASS_BOTH __hip_bfloat162(const __hip_bfloat162_raw &raw)
      : x(__hip_bfloat16_raw{raw.x}), y(__hip_bfloat16_raw{raw.y}) {}
  CASS_BOTH __hip_bfloat162(const __hip_bfloat16 &a, const __hip_bfloat16 &b) : x(a), y(b) {}
  CASS_BOTH operator __hip_bfloat162_raw() const { return {x.__x, y.__x}; }
};

CASS_BOTH __hip_bfloat16 __float2bfloat16(float v) { return v; }
CASS_BOTH __hip_bfloat16 __double2bfloat16(double v) { return v; }
CASS_BOTH float __bfloat162float(__hip_bfloat16 v) { return v; }
CASS_BOTH float2 __bfloat1622float2(__hip_bfloat162 v) { return {float(v.x), float(v.y)}; }
CASS_BOTH __hip_bfloat162 __float22bfloat162_rn(float2 v) { return {v.x, v.y}; }
CASS_BOTH __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 v) { return {v, v}; }
CASS_BOTH __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) { return {a, b}; }
CASS_BOTH __hip_bfloat16 __low2bfloat16(__hip_bfloat162 v) { return v.x; }
CASS_BOTH __hip_bfloat16 __high2bfloat16(__hip_bfloat162 v) { return v.y; }
CASS_BOTH __hip_bfloat162 __low2bfloat162(__hip_bfloat162 v) { return {v.x, v.x}; }
CASS_BOTH __hip_bfloat162 __high2bfloat162(__hip_bfloat162 v) { return {v.y, v.y}; }
CASS_BOTH __hip_bfloat162 __lowhigh2highlow(__hip_bfloat162 v) { return {v.y, v.x}; }
CASS_BOTH __hip_bfloat162 __lows2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {a.x, b.x};
}
CASS_BOTH __hip_bfloat162 __highs2bfloat162(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {a.y, b.y};
}
CASS_BOTH float __low2float(__hip_bfloat162 v) { return v.x; }
CASS_BOTH float __high2float(__hip_bfloat162 v) { return v.y; }
CASS_BOTH short __bfloat16_as_short(__hip_bfloat16 v) { return short(v.__x); }
CASS_BOTH unsigned short __bfloat16_as_ushort(__hip_bfloat16 v) { return v.__x; }
CASS_BOTH __hip_bfloat16 __short_as_bfloat16(short v) {
  return __hip_bfloat16_raw{(unsigned short)v};
}
CASS_BOTH __hip_bfloat16 __ushort_as_bfloat16(unsigned short v) { return __hip_bfloat16_raw{v}; }

#include "bf16_math.h"

#undef CASS_BOTH
