// CUDA's 8-bit floating point: always the OCP encodings, whatever the GPU.
#pragma once

#include <cuda_bf16.h>

#include <cass/fp8.h>

using __nv_fp8_e4m3 = cass::Fp8<cass::E4M3>;
using __nv_fp8_e5m2 = cass::Fp8<cass::E5M2>;
using __nv_fp8x2_e4m3 = cass::Fp8x2<cass::E4M3>;
using __nv_fp8x2_e5m2 = cass::Fp8x2<cass::E5M2>;
using __nv_fp8x4_e4m3 = cass::Fp8x4<cass::E4M3>;
using __nv_fp8x4_e5m2 = cass::Fp8x4<cass::E5M2>;
using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned;

#ifndef __nv_saturation_t // else it is renamed
using __nv_saturation_t = __hip_saturation_t;
#endif
#ifndef __nv_fp8_interpretation_t
using __nv_fp8_interpretation_t = __hip_fp8_interpretation_t;
#endif
constexpr __nv_saturation_t __NV_NOSAT = __HIP_NOSAT, __NV_SATFINITE = __HIP_SATFINITE;
constexpr __nv_fp8_interpretation_t __NV_E4M3 = __HIP_E4M3, __NV_E5M2 = __HIP_E5M2;

__host__ __device__ inline __nv_fp8_storage_t
__nv_cvt_double_to_fp8(double value, __nv_saturation_t saturate, __nv_fp8_interpretation_t type) {
  const bool finite = saturate == __NV_SATFINITE;
  return type == __NV_E4M3 ? cass::to_fp8<cass::E4M3>(value, finite)
                           : cass::to_fp8<cass::E5M2>(value, finite);
}
__host__ __device__ inline __nv_fp8_storage_t
__nv_cvt_float_to_fp8(float value, __nv_saturation_t saturate, __nv_fp8_interpretation_t type) {
  return __nv_cvt_double_to_fp8(value, saturate, type);
}
__host__ __device__ inline __nv_fp8x2_storage_t
__nv_cvt_float2_to_fp8x2(float2 value, __nv_saturation_t saturate, __nv_fp8_interpretation_t type) {
  return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(value.x, saturate, type) |
                                __nv_cvt_float_to_fp8(value.y, saturate, type) << 8);
}
__host__ __device__ inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t code,
                                                              __nv_fp8_interpretation_t type) {
  return __float2half(type == __NV_E4M3 ? cass::from_fp8<cass::E4M3>(code)
                                        : cass::from_fp8<cass::E5M2>(code));
}
