// HIP's own header, and what ROCm 6.3 has beyond it.
#pragma once
#include_next <hip/hip_runtime.h>

#if defined(__cplusplus) && defined(__HIP__) && !defined(__HIPCC_RTC__)
#if HIP_VERSION < 60100000 && !defined(CASS_CUDA)
#include "../cass/coordinates.h"
#endif
#if HIP_VERSION < 60200000 && !defined(CASS_CUDA)
#include "../cass/warp_sync.h"
#endif
#if defined(CASS_HIP_RELEASE) && CASS_HIP_RELEASE >= 700 && HIP_VERSION < 70000000
#include "../cass/warp_sync_7.h"
#endif
#endif
