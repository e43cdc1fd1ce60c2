// The attributes of kernels that programs of CUDA read and set: CUfunction_attribute,
// cudaFuncAttribute.
#pragma once

#include "code_object.hpp"

#include <cstddef>

namespace cass {

enum FunctionAttribute : int {
  kDynamicShared = 8, // bytes of dynamic shared memory that a launch may ask for
  kCarveout,          // percent of shared memory, -1 where the program leaves it open
  kMustHaveCluster,
  kClusterWidth,
  kClusterHeight,
  kClusterDepth,
  kOddClusters,
  kClusterPolicy,
  kAttributes
};

// What the program has set, else what a kernel has without asking.
size_t dynamic_shared_limit(const Kernel &kernel);

} // namespace cass
