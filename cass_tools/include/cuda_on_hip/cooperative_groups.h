// CUDA's cooperative groups, with votes of 32 bits.
#pragma once

#include <cuda_runtime.h>

#include <cass/groups.h>

namespace cooperative_groups {
namespace details {
template <typename Group> CASS_DEVICE bool first(const Group &group) {
  return group.thread_rank() == 0;
}
} // namespace details
template <typename Group, typename Function>
CASS_DEVICE void invoke_one(const Group &group, Function function) {
  if (details::first(group))
    function();
}
} // namespace cooperative_groups
