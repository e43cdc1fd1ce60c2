// HIP's own header from 6.3 on, where it got the OCP types; before, ours of the same interface.
#pragma once
#include <hip/hip_runtime.h>

#if HIP_VERSION >= 60300000 && !defined(CASS_CUDA)
#include_next <hip/hip_fp8.h>
#else
#include "../cass/fp8.h"

using __hip_fp8_e4m3 = cass::Fp8<cass::E4M3>;
using __hip_fp8_e5m2 = cass::Fp8<cass::E5M2>;
using __hip_fp8_e4m3_fnuz = cass::Fp8<cass::E4M3Fnuz>;
using __hip_fp8_e5m2_fnuz = cass::Fp8<cass::E5M2Fnuz>;
using __hip_fp8x2_e4m3 = cass::Fp8x2<cass::E4M3>;
using __hip_fp8x2_e5m2 = cass::Fp8x2<cass::E5M2>;
using __hip_fp8x2_e4m3_fnuz = cass::Fp8x2<cass::E4M3Fnuz>;
using __hip_fp8x2_e5m2_fnuz = cass::Fp8x2<cass::E5M2Fnuz>;
using __hip_fp8x4_e4m3 = cass::Fp8x4<cass::E4M3>;
using __hip_fp8x4_e5m2 = cass::Fp8x4<cass::E5M2>;
using __hip_fp8x4_e4m3_fnuz = cass::Fp8x4<cass::E4M3Fnuz>;
using __hip_fp8x4_e5m2_fnuz = cass::Fp8x4<cass::E5M2Fnuz>;

using __hip_fp8_storage_t = unsigned char;
using __hip_fp8x2_storage_t = unsigned short;
using __hip_fp8x4_storage_t = unsigned;

__host__ __device__ inline __hip_fp8_storage_t
__hip_cvt_double_to_fp8(double value, __hip_saturation_t saturate,
                        __hip_fp8_interpretation_t type) {
  const bool finite = saturate == __HIP_SATFINITE;
  switch (type) {
  case __HIP_E4M3:
    return cass::to_fp8<cass::E4M3>(value, finite);
  case __HIP_E5M2:
    return cass::to_fp8<cass::E5M2>(value, finite);
  case __HIP_E4M3_FNUZ:
    return cass::to_fp8<cass::E4M3Fnuz>(value, finite);
  default:
    return cass::to_fp8<cass::E5M2Fnuz>(value, finite);
  }
}
__host__ __device__ inline __hip_fp8x2_storage_t
__hip_cvt_double2_to_fp8x2(double2 value, __hip_saturation_t saturate,
                           __hip_fp8_interpretation_t type) {
  return __hip_fp8x2_storage_t(__hip_cvt_double_to_fp8(value.x, saturate, type) |
                               __hip_cvt_double_to_fp8(value.y, saturate, type) << 8);
}
__host__ __device__ inline __hip_fp8_storage_t
__hip_cvt_float_to_fp8(float value, __hip_saturation_t saturate, __hip_fp8_interpretation_t type) {
  return __hip_cvt_double_to_fp8(value, saturate, type);
}
__host__ __device__ inline __hip_fp8x2_storage_t
__hip_cvt_float2_to_fp8x2(float2 value, __hip_saturation_t saturate,
                          __hip_fp8_interpretation_t type) {
  return __hip_cvt_double2_to_fp8x2({value.x, value.y}, saturate, type);
}
__host__ __device__ inline __hip_fp8_storage_t
__hip_cvt_halfraw_to_fp8(__half_raw value, __hip_saturation_t saturate,
                         __hip_fp8_interpretation_t type) {
  return __hip_cvt_float_to_fp8(__half2float(__half(value)), saturate, type);
}
__host__ __device__ inline __hip_fp8x2_storage_t
__hip_cvt_halfraw2_to_fp8x2(__half2_raw value, __hip_saturation_t saturate,
                            __hip_fp8_interpretation_t type) {
  return __hip_cvt_float2_to_fp8x2(__half22float2(__half2(value)), saturate, type);
}
__host__ __device__ inline __hip_fp8_storage_t
__hip_cvt_bfloat16raw_to_fp8(__hip_bfloat16_raw value, __hip_saturation_t saturate,
                             __hip_fp8_interpretation_t type) {
  return __hip_cvt_float_to_fp8(__hip_bfloat16(value), saturate, type);
}
__host__ __device__ inline __hip_fp8x2_storage_t
__hip_cvt_bfloat16raw2_to_fp8x2(__hip_bfloat162_raw value, __hip_saturation_t saturate,
                                __hip_fp8_interpretation_t type) {
  return __hip_cvt_float2_to_fp8x2(__bfloat1622float2(__hip_bfloat162(value)), saturate, type);
}
__host__ __device__ inline __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t code,
                                                               __hip_fp8_interpretation_t type) {
  switch (type) {
  case __HIP_E4M3:
    return __float2half(cass::from_fp8<cass::E4M3>(code));
  case __HIP_E5M2:
    return __float2half(cass::from_fp8<cass::E5M2>(code));
  case __HIP_E4M3_FNUZ:
    return __float2half(cass::from_fp8<cass::E4M3Fnuz>(code));
  default:
    return __float2half(cass::from_fp8<cass::E5M2Fnuz>(code));
  }
}
__host__ __device__ inline __half2_raw
__hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t codes, __hip_fp8_interpretation_t type) {
  return __halves2half2(__hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t(codes & 255), type),
                        __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t(codes >> 8), type));
}
#endif
