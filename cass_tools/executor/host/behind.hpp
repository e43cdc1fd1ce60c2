// What lies right behind the end of memory that kernels may use is marked, where somebody listens
// to the program's deeds, so that it is seen who writes there: with zeros, as fresh memory and the
// hardware's LDS have them; in other orders of workgroups with something else, so that a zero is
// seen too, and who reads there.
#pragma once

#include "order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace cass {

constexpr size_t kBehind = 256; // bytes that are looked at often: a word of each of 64 lanes
constexpr char kOther = 0x3B;   // as a float 0.003: something small changes it too

inline char mark_byte() { return schedule_seed() ? kOther : 0; }

inline void mark(void *start, size_t bytes) { memset(start, mark_byte(), bytes); }

// How many bytes from `start` on are as they were marked; `bytes` where all are.
inline size_t marked(const void *start, size_t bytes) {
  const char *from = static_cast<const char *>(start), *to = from + bytes;
  const char as_marked = mark_byte();
  if (!bytes || (*from == as_marked && memcmp(from, from + 1, bytes - 1) == 0))
    return bytes;
  return static_cast<size_t>(std::find_if(from, to, [=](char c) { return c != as_marked; }) - from);
}

} // namespace cass
