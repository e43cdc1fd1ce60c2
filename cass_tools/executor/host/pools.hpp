// Pools of memory in stream order.
#pragma once

#include <cstdint>

namespace cass {

struct Pool {
  uint64_t release_threshold = 0, used = 0, used_high = 0; // bytes
  int reuse[3] = {1, 1, 1};
  int handle_types = 0; // as what it may be handed to other processes
};

// One that the program will destroy.
Pool *new_pool(int handle_types);

// The memory that starts there has been released; that of no pool is nobody's loss.
void left_pool(const void *start);

} // namespace cass
