// Copies by all threads of a group, done when they are waited for at the latest.
#pragma once

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename Group, typename To, typename From>
CASS_DEVICE void memcpy_async(const Group &group, To *to, const From *from, size_t size) {
  for (size_t i = group.thread_rank(); i < size; i += group.size())
    reinterpret_cast<char *>(to)[i] = reinterpret_cast<const char *>(from)[i];
}
template <typename Group> CASS_DEVICE void wait(const Group &group) { group.sync(); }
template <unsigned Stages, typename Group> CASS_DEVICE void wait_prior(const Group &group) {
  group.sync();
}

} // namespace cooperative_groups
