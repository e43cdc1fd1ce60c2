// HIP's own header from 6.2 on, where its types got raw structures and operators; before, ours of
// the same interface.
#pragma once
#include <hip/hip_runtime.h>

#if HIP_VERSION >= 60200000 && !defined(CASS_CUDA)
#include_next <hip/hip_bf16.h>
#else
#include "../cass/bf16.h"
#endif
