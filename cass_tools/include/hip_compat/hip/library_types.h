// HIP's own header, and the data types that older releases lack.
#pragma once
#include_next <hip/library_types.h>

#if defined(__cplusplus) && __has_include(<hip/hip_version.h>)
#include <hip/hip_version.h>
#if HIP_VERSION < 50500000
constexpr hipDataType HIP_R_8I = __builtin_bit_cast(hipDataType, 3u),
                      HIP_C_8I = __builtin_bit_cast(hipDataType, 7u);
constexpr hipDataType HIP_R_8U = __builtin_bit_cast(hipDataType, 8u),
                      HIP_C_8U = __builtin_bit_cast(hipDataType, 9u);
constexpr hipDataType HIP_R_32I = __builtin_bit_cast(hipDataType, 10u),
                      HIP_C_32I = __builtin_bit_cast(hipDataType, 11u);
constexpr hipDataType HIP_R_32U = __builtin_bit_cast(hipDataType, 12u),
                      HIP_C_32U = __builtin_bit_cast(hipDataType, 13u);
constexpr hipDataType HIP_R_16BF = __builtin_bit_cast(hipDataType, 14u),
                      HIP_C_16BF = __builtin_bit_cast(hipDataType, 15u);
constexpr hipDataType HIP_R_4I = __builtin_bit_cast(hipDataType, 16u),
                      HIP_C_4I = __builtin_bit_cast(hipDataType, 17u);
constexpr hipDataType HIP_R_4U = __builtin_bit_cast(hipDataType, 18u),
                      HIP_C_4U = __builtin_bit_cast(hipDataType, 19u);
constexpr hipDataType HIP_R_16I = __builtin_bit_cast(hipDataType, 20u),
                      HIP_C_16I = __builtin_bit_cast(hipDataType, 21u);
constexpr hipDataType HIP_R_16U = __builtin_bit_cast(hipDataType, 22u),
                      HIP_C_16U = __builtin_bit_cast(hipDataType, 23u);
constexpr hipDataType HIP_R_64I = __builtin_bit_cast(hipDataType, 24u),
                      HIP_C_64I = __builtin_bit_cast(hipDataType, 25u);
constexpr hipDataType HIP_R_64U = __builtin_bit_cast(hipDataType, 26u),
                      HIP_C_64U = __builtin_bit_cast(hipDataType, 27u);
#endif
#endif
