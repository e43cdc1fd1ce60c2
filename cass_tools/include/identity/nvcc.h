// What CMake's identification of a CUDA compiler looks at. Only that file is compiled with it: HIP's headers, and those
// of many libraries, would take such a compiler for nvcc.
#pragma once
#include <hip/hip_runtime.h>
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 8
#define __CUDACC_VER_BUILD__ 93
