// What CUDA's programs say of a launch beside its size: cudaLaunchAttribute and CUlaunchAttribute.
#pragma once

#include <cstdint>

namespace cass {

struct LaunchAttribute {
  int id, padding;
  union {
    int flag;
    uint32_t cluster[3];
    char bytes[64];
  };
};
static_assert(sizeof(LaunchAttribute) == 72);

} // namespace cass
