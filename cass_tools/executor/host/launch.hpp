// One kernel launch: its shape and the kernel arguments as the GPU code reads them.
#pragma once

#include "code_object.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace cass {

struct Dim3 {
  uint32_t x, y, z;

  uint64_t count() const { return uint64_t{x} * y * z; }
};

struct Launch {
  const Kernel *kernel;
  Dim3 grid;  // workgroups
  Dim3 block; // work items of each
  uint32_t dynamic_lds = 0;
  bool cooperative = false;
  std::shared_ptr<char> kernarg = nullptr; // 64 byte aligned
  Dim3 cluster{0, 0, 0};                   // workgroups of each cluster; zeros: there are none

  uint64_t cluster_size() const { return std::max<uint64_t>(cluster.count(), 1); }
};

// Where the explicit arguments come from: one pointer each, or a buffer laid out like the kernel's.
struct Arguments {
  void *const *pointers = nullptr;
  const void *packed = nullptr;
  size_t packed_size = 0;
};

// Where the launch keeps its explicit arguments: one pointer each.
std::vector<void *> places(const Launch &launch);

// Allocates and fills `launch.kernarg`: explicit arguments, then what the code object's metadata
// asks for.
void fill_arguments(Launch &launch, const Arguments &arguments);

} // namespace cass
