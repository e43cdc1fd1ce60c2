// HIP's own header, and what ROCm 6.3 has beyond it.
#pragma once

#if defined(__cplusplus) && defined(__HIP__) && !defined(__HIPCC_RTC__)
#include <hip/hip_version.h>
#if HIP_VERSION < 60000000
#define CASS_OLD_HEADERS 1
// HIP's own atomics call intrinsics that later compilers do not have, its shuffle does not wrap around, its wall clock
// is for the GPU's compilation alone: out of the way.
#define atomicInc cass_old_atomicInc
#define atomicDec cass_old_atomicDec
#define __shfl cass_old_shfl
#define wall_clock64 cass_old_wall_clock64
#endif
#if HIP_VERSION < 60300000
#define CASS_OLD_HALVING 1
// HIP's own give 0 or 1, or lose the carry.
#define __hadd cass_old_hadd
#define __rhadd cass_old_rhadd
#define __uhadd cass_old_uhadd
#define __urhadd cass_old_urhadd
#endif
#if HIP_VERSION < 60100000 || defined(CASS_CUDA)
#define CASS_OLD_COORDINATES 1
// Structures of the API have members of these names, which stay; only the objects are out of the way.
#include <hip/hip_runtime_api.h>
#define threadIdx cass_old_threadIdx
#define blockIdx cass_old_blockIdx
#define blockDim cass_old_blockDim
#define gridDim cass_old_gridDim
#endif
#endif

#include_next <hip/hip_runtime.h>

#if defined(CASS_OLD_COORDINATES)
#undef CASS_OLD_COORDINATES
#undef threadIdx
#undef blockIdx
#undef blockDim
#undef gridDim
#include "../cass/coordinates.h"
#endif

#if defined(CASS_OLD_HEADERS)
#undef CASS_OLD_HEADERS
#undef atomicInc
#undef atomicDec
#undef __shfl
#undef wall_clock64
#include "../cass/clock.h"
#include "../cass/shuffle_wrap.h"
#include "../cass/wrapping_atomics.h"
#if HIP_VERSION < 50700000
#include "../cass/wide_atomics.h"
#endif
#endif

#if defined(CASS_OLD_HALVING)
#undef CASS_OLD_HALVING
#undef __hadd
#undef __rhadd
#undef __uhadd
#undef __urhadd
#include "../cass/halving.h"
#endif

#if defined(__cplusplus) && defined(__HIP__) && !defined(__HIPCC_RTC__)
#if HIP_VERSION < 60200000 && !defined(CASS_CUDA)
#include "../cass/warp_sync.h"
#endif
#if defined(CASS_HIP_RELEASE) && CASS_HIP_RELEASE >= 700 && HIP_VERSION < 70000000
#include "../cass/warp_sync_7.h"
#endif
#endif
