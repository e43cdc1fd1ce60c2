// CUDA's half precision on HIP's.
#pragma once

#include <cuda_runtime.h>

#include <hip/hip_fp16.h>

#include "cass_cuda/half.h"

#include <cass_names/half_functions.h>
