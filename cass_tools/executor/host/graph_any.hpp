// A node of any kind by one structure, as HIP lays it out.
#pragma once

#include "graphs.hpp"

namespace cass {

struct AnyParameters {
  NodeKind kind;
  int reserved[3];
  union {
    hipKernelNodeParams kernel;
    struct {
      int flags, reserved[3];
      hipMemcpy3DParms parameters;
    } copy;
    hipMemsetParams fill;
    hipHostNodeParams host;
    hipGraph_t graph;
    hipEvent_t event;
    hipMemAllocNodeParams allocation;
    void *freed;
    long long most[29];
  };
};

} // namespace cass
