// Pools of memory in stream order.
#pragma once

#include <cstdint>

namespace cass {

struct Pool {
  uint64_t release_threshold = 0, used_high = 0;
  int reuse[3] = {1, 1, 1};
  int handle_types = 0; // as what it may be handed to other processes
};

// One that the program will destroy.
Pool *new_pool(int handle_types);

} // namespace cass
