// The kinds of graph nodes that have parameters: what each does when its turn comes.
#pragma once

#include "copying.hpp"
#include "driver_copy.hpp"
#include "graph.hpp"
#include "hip_types.hpp"

struct hipKernelNodeParams {
  dim3 blockDim;
  void **extra;
  void *func;
  dim3 gridDim;
  void **kernelParams;
  unsigned sharedMemBytes;
};

struct hipMemsetParams {
  void *dst;
  unsigned elementSize;
  size_t height, pitch;
  unsigned value;
  size_t width; // in elements
};

struct hipHostNodeParams {
  void (*fn)(void *);
  void *userData;
};

struct PoolProperties {
  int type, handles, place, device;
  void *security;
  size_t most;
  unsigned char reserved[56];
};

struct hipMemAllocNodeParams {
  PoolProperties pool;
  const void *access;
  size_t access_count, bytes;
  void *pointer;
};

namespace cass {

struct LinearCopy {
  void *to;
  const void *from;
  size_t size;
  hipMemcpyKind kind;
};

// Sets kind, work and parameters of a node; what is wrong with the parameters is an error now.
hipError_t set_work(Node &node, const hipKernelNodeParams &parameters);
hipError_t set_work(Node &node, const hipMemcpy3DParms &parameters);
hipError_t set_work(Node &node, const hipMemsetParams &parameters);
hipError_t set_work(Node &node, const hipHostNodeParams &parameters);
hipError_t set_work(Node &node, const LinearCopy &parameters);
hipError_t set_work(Node &node, const HIP_MEMCPY3D &parameters);

} // namespace cass
