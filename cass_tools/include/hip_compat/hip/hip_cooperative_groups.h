// HIP's own header from 6.3 on; before, our implementation of the same interface.
#pragma once
#include <hip/hip_runtime.h>

#if HIP_VERSION >= 60300000
#include_next <hip/hip_cooperative_groups.h>
#else
#include "../cass/groups.h"
#endif
