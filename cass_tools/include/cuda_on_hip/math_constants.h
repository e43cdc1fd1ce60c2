// CUDA's constants are HIP's under other names.
#pragma once

#include <cuda_runtime.h>

#include <hip/hip_math_constants.h>
