// Parameters of graph nodes as CUDA lays them out.
#pragma once

#include "graphs.hpp"
#include "nvidia_device.hpp"

namespace cass {

struct KernelParameters {
  void *function;
  dim3 grid, block;
  unsigned shared;
  void **arguments, **extra;
};

// As both of CUDA's interfaces have it.
struct FillParameters {
  void *to;
  size_t pitch;
  unsigned value, element;
  size_t width, height;
};

inline hipKernelNodeParams of_hip(const KernelParameters &p) {
  return {p.block, p.extra, p.function, p.grid, p.arguments, p.shared};
}

inline hipMemsetParams of_hip(const FillParameters &p) {
  return {p.to, p.element, p.height, p.pitch, p.value, p.width};
}

inline KernelParameters of_cuda(const hipKernelNodeParams &p) {
  return {p.func, p.gridDim, p.blockDim, p.sharedMemBytes, p.kernelParams, p.extra};
}

inline FillParameters of_cuda(const hipMemsetParams &p) {
  return {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
}

struct UpdateResult {
  int result;
  hipGraphNode_t node, from;
};

// Whether calls tell data of edges: CUDA 13's do.
inline bool has_edge_data() { return cuda_version() >= 13; }

} // namespace cass
