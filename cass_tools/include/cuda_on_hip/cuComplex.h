// CUDA's complex numbers are HIP's under other names.
#pragma once

#include <cuda_runtime.h>

#include <hip/hip_complex.h>

#include <cass_names/complex.h>
