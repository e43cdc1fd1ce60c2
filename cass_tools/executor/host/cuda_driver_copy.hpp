// The descriptions of copies of CUDA's driver interface.
#pragma once

#include "driver_copy.hpp"

namespace cass {

// One side of CUDA_MEMCPY3D and of CUDA_MEMCPY3D_PEER.
struct CudaSide {
  size_t x, y, z, level;
  int type;
  const void *host;
  void *device;
  hipArray_t array;
  void *context;
  size_t pitch, height;
};

struct CudaCopy {
  CudaSide source, target;
  size_t width, height, depth;
};

// The same as HIP describes it. False where a side is of no known type of memory.
bool of_hip(const CudaCopy &copy, HIP_MEMCPY3D &result);

CudaCopy of_cuda(const HIP_MEMCPY3D &copy);

} // namespace cass
