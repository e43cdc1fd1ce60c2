// HIP's own header, and what ROCm 6.3 has beyond it.
#pragma once

// Says that the compiler is clang; before 5.3 only hip_runtime.h did so, and vectors whose header
// came earlier had members that are no numbers.
#if defined(__HIP__) && __has_include(<hip/amd_detail/amd_hip_common.h>)
#include <hip/amd_detail/amd_hip_common.h>
#endif
#include_next <hip/hip_runtime_api.h>

#if defined(__cplusplus) && defined(__HIP_PLATFORM_AMD__) && !defined(__HIPCC_RTC__)
#if HIP_VERSION < 60000000
#include "../cass/properties.h"
#endif
#if HIP_VERSION < 60300000
#include "../cass/late_api.h"
#endif
#endif
