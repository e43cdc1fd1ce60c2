// Prefix operations over the threads of a group inside a warp.
#pragma once

#include <cooperative_groups/reduce.h>

namespace cooperative_groups {

template <typename Group, typename T, typename Combine>
CASS_DEVICE T inclusive_scan(const Group &group, T value, Combine combine) {
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const T other = group.shfl_up(value, distance);
    if (group.thread_rank() >= distance)
      value = combine(other, value);
  }
  return value;
}
template <typename Group, typename T> CASS_DEVICE T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Combine>
CASS_DEVICE T exclusive_scan(const Group &group, T value, Combine combine) {
  const T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
  return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T> CASS_DEVICE T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups
