// From the API's launch calls to the scheduler: the checks that the real runtime makes, in its
// order.
#pragma once

#include "hip_types.hpp"
#include "launch.hpp"

namespace cass {

struct LaunchShape {
  dim3 grid, block; // grid: workgroups
  size_t dynamic_lds;
  bool cooperative = false;
  const void *function = nullptr; // by which the program names the kernel, where it has a name
  Dim3 cluster{0, 0, 0};          // that the launch asks for; zeros: none
};

// Checks the launch, copies the arguments, and hands it to the stream.
hipError_t launch(const Kernel *kernel, const LaunchShape &shape, const Arguments &arguments,
                  hipStream_t stream);

// The blocks of a cluster: what the launch asks for, else what the program has set for the kernel,
// else what the compiler was told; zeros where that is none or one block.
Dim3 cluster_of(const Kernel &kernel, const LaunchShape &shape);

constexpr auto kInvalidClusterSize = static_cast<hipError_t>(912); // HIP has none

// The most blocks of a cluster: fewer than the card could hold where the kernel is not allowed
// more.
uint64_t largest_cluster(const Kernel &kernel);

// Whether the kernel's clusters may have this shape: not too large, and as the compiler was told.
bool may_form(const Kernel &kernel, Dim3 cluster);

// The checks alone.
hipError_t check_shape(const Kernel &kernel, const LaunchShape &shape);

// `extra` of the module interface: a list of keys and values that holds one packed buffer.
hipError_t unpack_extra(void **extra, Arguments &arguments);

} // namespace cass
