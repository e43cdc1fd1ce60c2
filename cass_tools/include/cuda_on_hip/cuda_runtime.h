// CUDA's runtime interface on top of HIP: lets an untranslated CUDA source be compiled by clang for
// AMD GPUs with 32 lanes, as the reference that a translation is compared with. Included before
// every source, as nvcc does.
#pragma once

#if !defined(__HIP__)
#error "cuda_runtime.h of cass-tools is for clang in HIP mode"
#endif

#define CASS_CUDA 1
#define HIP_DISABLE_WARP_SYNC_BUILTINS 1 // CUDA's have other masks; see cass_cuda/warp.h

#include <cassert>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <hip/hip_runtime.h>

#include <hip/library_types.h>

#include "cass_cuda/vector_types.h"

#include <cass_names/runtime.h>

#include "cass_cuda/atomics.h"
#include "cass_cuda/functions.h"
#include "cass_cuda/host_api.h"
#include "cass_cuda/math.h"
#include "cass_cuda/memory.h"
#include "cass_cuda/qualifiers.h"
#include "cass_cuda/textures.h"
#include "cass_cuda/warp.h"

#include <cass_names/runtime_functions.h>

// Last: HIP's own headers take these for signs of NVIDIA's compiler.
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 93
#define __CUDA_API_VERSION 12080
#define CUDART_VERSION 12080
#define __CUDART_API_VERSION CUDART_VERSION
#if defined(__HIP_DEVICE_COMPILE__)
#define __CUDA_ARCH__ 800
#endif
#define __CUDA_ARCH_LIST__ 800
