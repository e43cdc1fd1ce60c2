// HIP's own header from 6.1 on; before, it had operators that clashed with those of a source.
#pragma once
#include <hip/hip_runtime.h>

#if HIP_VERSION >= 60100000 && !defined(CASS_CUDA)
#include_next <hip/hip_complex.h>
#else
#include "../cass/complex.h"
#endif
