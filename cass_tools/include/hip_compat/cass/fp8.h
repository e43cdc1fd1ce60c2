// 8-bit floating point: the OCP encodings and AMD's FNUZ ones (no negative zero, one NaN, another
// bias), by integer arithmetic on double, so the same on every GPU and on the host.
#pragma once

#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>

#define CASS_BOTH __host__ __device__ inline

enum __hip_saturation_t { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 };
enum __hip_fp8_interpretation_t {
  __HIP_E4M3 = 0,
  __HIP_E5M2 = 1,
  __HIP_E4M3_FNUZ = 2,
  __HIP_E5M2_FNUZ = 3,
};

namespace cass {

// Mantissa bits, exponent bias, the code of the largest finite value, and what infinity and NaN
// look like.
struct E4M3 {
  static constexpr int kMantissa = 3, kBias = 7;
  static constexpr unsigned kLargest = 0x7e, kInfinity = 0x7f, kNan = 0x7f;
  static constexpr bool kFnuz = false;
  static constexpr __hip_fp8_interpretation_t kName = __HIP_E4M3;
};
struct E5M2 {
  static constexpr int kMantissa = 2, kBias = 15;
  static constexpr unsigned kLargest = 0x7b, kInfinity = 0x7c, kNan = 0x7f;
  static constexpr bool kFnuz = false;
  static constexpr __hip_fp8_interpretation_t kName = __HIP_E5M2;
};
struct E4M3Fnuz {
  static constexpr int kMantissa = 3, kBias = 8;
  static constexpr unsigned kLargest = 0x7f, kInfinity = 0x80, kNan = 0x80;
  static constexpr bool kFnuz = true;
  static constexpr __hip_fp8_interpretation_t kName = __HIP_E4M3_FNUZ;
};
struct E5M2Fnuz {
  static constexpr int kMantissa = 2, kBias = 16;
  static constexpr unsigned kLargest = 0x7f, kInfinity = 0x80, kNan = 0x80;
  static constexpr bool kFnuz = true;
  static constexpr __hip_fp8_interpretation_t kName = __HIP_E5M2_FNUZ;
};

// Round to nearest even; what is too large becomes the largest finite value if `saturate`, else
// infinity or NaN. Infinity itself is never saturated in FNUZ, as by AMD's hardware and header.
template <typename Format> CASS_BOTH unsigned char to_fp8(double value, bool saturate) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &value, 8);
  const unsigned sign = unsigned(bits >> 56) & 0x80;
  const unsigned long long magnitude = bits & ~(1ull << 63);
  const unsigned signed_nan = Format::kFnuz ? 0x80u : Format::kNan | sign;
  if (magnitude > 0x7ff0000000000000ull || (Format::kFnuz && magnitude == 0x7ff0000000000000ull))
    return (unsigned char)signed_nan;
  const int exponent = int(magnitude >> 52) - 1023 + Format::kBias;
  unsigned long long code; // exponent and mantissa, still with all bits of the double below
  int dropped = 52 - Format::kMantissa;
  if (exponent >= 1) {
    code = (magnitude & 0xfffffffffffffull) | (unsigned long long)exponent << 52;
  } else { // subnormal: shift the mantissa with its leading one
    code = (magnitude & 0xfffffffffffffull) | (magnitude >> 52 ? 1ull << 52 : 0);
    dropped += 1 - exponent;
  }
  unsigned long long rounded = 0;
  if (dropped < 63) {
    rounded = code >> dropped;
    const unsigned long long rest = code & ((1ull << dropped) - 1), half = 1ull << (dropped - 1);
    rounded += rest > half || (rest == half && (rounded & 1));
  }
  if (rounded > Format::kLargest) {
    if (saturate)
      return (unsigned char)(Format::kLargest | sign);
    return (unsigned char)(Format::kFnuz ? 0x80u : Format::kInfinity | sign);
  }
  return (unsigned char)(rounded == 0 && Format::kFnuz ? 0 : rounded | sign);
}

template <typename Format> CASS_BOTH float from_fp8(unsigned char code) {
  const unsigned magnitude = code & 0x7f;
  const float sign = code & 0x80 ? -1.0f : 1.0f;
  if (Format::kFnuz ? code == 0x80 : magnitude > Format::kInfinity || magnitude == Format::kNan)
    return __builtin_nanf("");
  if (!Format::kFnuz && Format::kInfinity != Format::kNan && magnitude == Format::kInfinity)
    return sign * __builtin_inff();
  const int exponent = int(magnitude >> Format::kMantissa);
  const unsigned mantissa = magnitude & ((1u << Format::kMantissa) - 1);
  const int power = (exponent ? exponent : 1) - Format::kBias;
  const unsigned one = exponent ? 1u << Format::kMantissa : 0;
  return sign * __builtin_ldexpf(float(mantissa | one), power - Format::kMantissa);
}

template <typename Format> struct Fp8 {
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;
  static constexpr __hip_fp8_interpretation_t __default_interpret = Format::kName;
  unsigned char __x;

  Fp8() = default;
  CASS_BOTH Fp8(float value) : __x(to_fp8<Format>(value, true)) {}
  CASS_BOTH Fp8(double value) : __x(to_fp8<Format>(value, true)) {}
  CASS_BOTH Fp8(__half value) : Fp8(__half2float(value)) {}
  CASS_BOTH Fp8(__hip_bfloat16 value) : Fp8(__bfloat162float(value)) {}
  CASS_BOTH explicit Fp8(int value) : Fp8(double(value)) {}
  CASS_BOTH explicit Fp8(unsigned value) : Fp8(double(value)) {}
  CASS_BOTH explicit Fp8(long value) : Fp8(double(value)) {}
  CASS_BOTH explicit Fp8(unsigned long value) : Fp8(double(value)) {}
  CASS_BOTH operator float() const { return from_fp8<Format>(__x); }
  CASS_BOTH explicit operator double() const { return from_fp8<Format>(__x); }
  CASS_BOTH explicit operator __half() const { return __float2half(from_fp8<Format>(__x)); }
  CASS_BOTH explicit operator __hip_bfloat16() const { return from_fp8<Format>(__x); }
};

template <typename Format> struct Fp8x2 {
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;
  static constexpr __hip_fp8_interpretation_t __default_interpret = Format::kName;
  unsigned short __x;

  Fp8x2() = default;
  CASS_BOTH Fp8x2(float2 v)
      : __x((unsigned short)(to_fp8<Format>(v.x, true) | to_fp8<Format>(v.y, true) << 8)) {}
  CASS_BOTH Fp8x2(__half2 v) : Fp8x2(__half22float2(v)) {}
  CASS_BOTH Fp8x2(__hip_bfloat162 v) : Fp8x2(__bfloat1622float2(v)) {}
  CASS_BOTH operator float2() const {
    return {from_fp8<Format>((unsigned char)(__x & 255)),
            from_fp8<Format>((unsigned char)(__x >> 8))};
  }
  CASS_BOTH explicit operator __half2() const { return __float22half2_rn(float2(*this)); }
};

template <typename Format> struct Fp8x4 {
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;
  static constexpr __hip_fp8_interpretation_t __default_interpret = Format::kName;
  unsigned __x;

  Fp8x4() = default;
  CASS_BOTH Fp8x4(float4 v)
      : __x(unsigned(to_fp8<Format>(v.x, true)) | unsigned(to_fp8<Format>(v.y, true)) << 8 |
            unsigned(to_fp8<Format>(v.z, true)) << 16 | unsigned(to_fp8<Format>(v.w, true)) << 24) {
  }
  CASS_BOTH Fp8x4(__half2 low, __half2 high)
      : __x(unsigned(Fp8x2<Format>(low).__x) | unsigned(Fp8x2<Format>(high).__x) << 16) {}
  CASS_BOTH Fp8x4(__hip_bfloat162 low, __hip_bfloat162 high)
      : __x(unsigned(Fp8x2<Format>(low).__x) | unsigned(Fp8x2<Format>(high).__x) << 16) {}
  CASS_BOTH operator float4() const {
    return {from_fp8<Format>((unsigned char)(__x & 255)),
            from_fp8<Format>((unsigned char)(__x >> 8 & 255)),
            from_fp8<Format>((unsigned char)(__x >> 16 & 255)),
            from_fp8<Format>((unsigned char)(__x >> 24))};
  }
};

} // namespace cass

#undef CASS_BOTH
