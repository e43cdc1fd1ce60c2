// HIP's own header, and what ROCm 6.3 has beyond it.
#pragma once
#include_next <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__cplusplus) && defined(__HIP__) && !defined(__HIPCC_RTC__)
#include "../cass/half.h"
#endif
