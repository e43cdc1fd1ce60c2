// HIP's own header, and what ROCm 6.3 has beyond it.
#pragma once
#include_next <hip/hip_runtime_api.h>

#if defined(__cplusplus) && defined(__HIP__) && !defined(__HIPCC_RTC__)
#if HIP_VERSION < 60000000
#include "../cass/properties.h"
#endif
#if HIP_VERSION < 60300000
#include "../cass/late_api.h"
#endif
#endif
