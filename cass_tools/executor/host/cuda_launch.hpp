// How CUDA's programs describe a launch: cudaLaunchConfig_t and CUlaunchConfig.
#pragma once

#include "cuda_attributes.hpp"
#include "launching.hpp"

namespace cass {

struct LaunchConfiguration {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
  const LaunchAttribute *attributes;
  unsigned count;
};

// CUlaunchConfig.
struct DriverConfiguration {
  dim3 grid, block;
  unsigned shared;
  hipStream_t stream;
  const LaunchAttribute *attributes;
  unsigned count;
};

// What the attributes change of a launch; ends the program at what is not supported.
LaunchShape shaped(LaunchShape shape, const LaunchAttribute *attributes, unsigned count);

} // namespace cass
