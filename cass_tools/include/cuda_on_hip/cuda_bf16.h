// CUDA's bfloat16 on HIP's.
#pragma once

#include <cuda_fp16.h>
#include <hip/hip_bf16.h>

#include "cass_cuda/bf16.h"

#include <cass_names/bfloat16_functions.h>

using nv_bfloat16 = __hip_bfloat16;
using nv_bfloat162 = __hip_bfloat162;
