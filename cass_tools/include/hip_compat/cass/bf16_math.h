// Arithmetic, comparison and functions of bfloat16; part of bf16.h.
#pragma once

#define CASS_BINARY(NAME, OPERATOR)                                                                \
  CASS_BOTH __hip_bfloat16 NAME(__hip_bfloat16 a, __hip_bfloat16 b) {                              \
    return float(a) OPERATOR float(b);                                                             \
  }                                                                                                \
  CASS_BOTH __hip_bfloat162 NAME##2(__hip_bfloat162 a, __hip_bfloat162 b) {                        \
    return {NAME(a.x, b.x), NAME(a.y, b.y)};                                                       \
  }                                                                                                \
  CASS_BOTH __hip_bfloat16 operator OPERATOR(const __hip_bfloat16 &a, const __hip_bfloat16 &b) {   \
    return NAME(a, b);                                                                             \
  }                                                                                                \
  CASS_BOTH __hip_bfloat162 operator OPERATOR(const __hip_bfloat162 &a,                            \
                                              const __hip_bfloat162 &b) {                          \
    return NAME##2(a, b);                                                                          \
  }                                                                                                \
  CASS_BOTH __hip_bfloat16 &operator OPERATOR##=(__hip_bfloat16 & a, const __hip_bfloat16 & b) {   \
    return a = NAME(a, b);                                                                         \
  }                                                                                                \
  CASS_BOTH __hip_bfloat162 &operator OPERATOR##=(__hip_bfloat162 & a,                             \
                                                  const __hip_bfloat162 & b) {                     \
    return a = NAME##2(a, b);                                                                      \
  }
CASS_BINARY(__hadd, +)
CASS_BINARY(__hsub, -)
CASS_BINARY(__hmul, *)
CASS_BINARY(__hdiv, /)
#undef CASS_BINARY

// Ordered comparisons are false for a NaN, those that end in u are true.
#define CASS_COMPARE(NAME, OPERATOR)                                                               \
  CASS_BOTH bool NAME(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) OPERATOR float(b); }   \
  CASS_BOTH bool NAME##u(__hip_bfloat16 a, __hip_bfloat16 b) {                                     \
    return NAME(a, b) || float(a) != float(a) || float(b) != float(b);                             \
  }                                                                                                \
  CASS_BOTH __hip_bfloat162 NAME##2(__hip_bfloat162 a, __hip_bfloat162 b) {                        \
    return {NAME(a.x, b.x) ? 1.0f : 0.0f, NAME(a.y, b.y) ? 1.0f : 0.0f};                           \
  }                                                                                                \
  CASS_BOTH bool operator OPERATOR(const __hip_bfloat16 &a, const __hip_bfloat16 &b) {             \
    return NAME(a, b);                                                                             \
  }
CASS_COMPARE(__heq, ==)
CASS_COMPARE(__hne, !=)
CASS_COMPARE(__hlt, <)
CASS_COMPARE(__hle, <=)
CASS_COMPARE(__hgt, >)
CASS_COMPARE(__hge, >=)
#undef CASS_COMPARE

#define CASS_ALL_COMPARE(NAME)                                                                     \
  CASS_BOTH bool __hb##NAME##2(__hip_bfloat162 a, __hip_bfloat162 b) {                             \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                             \
  }                                                                                                \
  CASS_BOTH bool __hb##NAME##u2(__hip_bfloat162 a, __hip_bfloat162 b) {                            \
    return __h##NAME##u(a.x, b.x) && __h##NAME##u(a.y, b.y);                                       \
  }
CASS_ALL_COMPARE(eq)
CASS_ALL_COMPARE(ne)
CASS_ALL_COMPARE(lt)
CASS_ALL_COMPARE(le)
CASS_ALL_COMPARE(gt)
CASS_ALL_COMPARE(ge)
#undef CASS_ALL_COMPARE

CASS_BOTH __hip_bfloat16 __hneg(__hip_bfloat16 v) { return __ushort_as_bfloat16(v.__x ^ 0x8000); }
CASS_BOTH __hip_bfloat16 __habs(__hip_bfloat16 v) { return __ushort_as_bfloat16(v.__x & 0x7fff); }
CASS_BOTH __hip_bfloat162 __hneg2(__hip_bfloat162 v) { return {__hneg(v.x), __hneg(v.y)}; }
CASS_BOTH __hip_bfloat162 __habs2(__hip_bfloat162 v) { return {__habs(v.x), __habs(v.y)}; }
CASS_BOTH __hip_bfloat16 operator-(const __hip_bfloat16 &v) { return __hneg(v); }
CASS_BOTH __hip_bfloat162 operator-(const __hip_bfloat162 &v) { return __hneg2(v); }
CASS_BOTH __hip_bfloat16 operator+(const __hip_bfloat16 &v) { return v; }
CASS_BOTH bool __hisnan(__hip_bfloat16 v) { return (v.__x & 0x7fff) > 0x7f80; }
CASS_BOTH int __hisinf(__hip_bfloat16 v) {
  return (v.__x & 0x7fff) == 0x7f80 ? (v.__x & 0x8000 ? -1 : 1) : 0;
}
CASS_BOTH __hip_bfloat16 __hmax(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __builtin_fmaxf(a, b);
}
CASS_BOTH __hip_bfloat16 __hmin(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __builtin_fminf(a, b);
}
CASS_BOTH __hip_bfloat162 __hmax2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {__hmax(a.x, b.x), __hmax(a.y, b.y)};
}
CASS_BOTH __hip_bfloat162 __hmin2(__hip_bfloat162 a, __hip_bfloat162 b) {
  return {__hmin(a.x, b.x), __hmin(a.y, b.y)};
}
// A product of two bfloat16 is exact in double; of the sum the last bit tells that more follows, so
// that rounding it once more changes nothing.
CASS_BOTH __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
#pragma clang fp contract(off) reassociate(off)
  const double product = double(float(a)) * double(float(b)), addend = double(float(c));
  double sum = product + addend;
  const double part = sum - product, rest = (product - (sum - part)) + (addend - part);
  unsigned long long bits;
  __builtin_memcpy(&bits, &sum, 8);
  if ((rest < 0 || rest > 0) && !(bits & 1)) {
    bits += (rest > 0) == (sum > 0) ? 1 : -1;
    __builtin_memcpy(&sum, &bits, 8);
  }
  return sum;
}
CASS_BOTH __hip_bfloat162 __hfma2(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define CASS_FUNCTION(NAME, FLOAT)                                                                 \
  CASS_DEVICE __hip_bfloat16 h##NAME(__hip_bfloat16 v) { return FLOAT; }                           \
  CASS_DEVICE __hip_bfloat162 h2##NAME(__hip_bfloat162 v) { return {h##NAME(v.x), h##NAME(v.y)}; }
CASS_FUNCTION(ceil, ceilf(float(v)))
CASS_FUNCTION(cos, cosf(float(v)))
CASS_FUNCTION(exp, expf(float(v)))
CASS_FUNCTION(exp10, exp10f(float(v)))
CASS_FUNCTION(exp2, exp2f(float(v)))
CASS_FUNCTION(floor, floorf(float(v)))
CASS_FUNCTION(log, logf(float(v)))
CASS_FUNCTION(log10, log10f(float(v)))
CASS_FUNCTION(log2, log2f(float(v)))
CASS_FUNCTION(rcp, 1.0f / float(v))
CASS_FUNCTION(rint, rintf(float(v)))
CASS_FUNCTION(rsqrt, rsqrtf(float(v)))
CASS_FUNCTION(sin, sinf(float(v)))
CASS_FUNCTION(sqrt, sqrtf(float(v)))
CASS_FUNCTION(trunc, truncf(float(v)))
#undef CASS_FUNCTION
