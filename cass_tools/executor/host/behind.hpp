// What lies right behind the end of memory that kernels may use is marked, where somebody listens
// to the program's deeds, so that it is seen who writes there: with zeros, as fresh memory and the
// hardware's LDS have them; in other orders of workgroups with something else, so that a zero is
// seen too, and who reads there.
#pragma once

#include "order.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace cass {

constexpr size_t kBehind = 256; // bytes that are looked at often: a word of each of 64 lanes

// The byte that marks: not the same behind neighbours, so that a copy from one to another is seen,
// and as floats between 0.0002 and 12, which something small changes too.
class Mark {
public:
  static Mark of_allocation(uint64_t number) { return Mark(number % 8); }
  static Mark of_shared() { return Mark(8); }

  void put(void *start, size_t bytes) const { memset(start, byte_, bytes); }

  // How many bytes from `start` on are as they were marked; `bytes` where all are.
  size_t left(const void *start, size_t bytes) const {
    const char *from = static_cast<const char *>(start), *to = from + bytes, byte = byte_;
    if (!bytes || (*from == byte && memcmp(from, from + 1, bytes - 1) == 0))
      return bytes;
    return static_cast<size_t>(std::find_if(from, to, [=](char c) { return c != byte; }) - from);
  }

private:
  explicit Mark(uint64_t kind) : byte_(schedule_seed() ? static_cast<char>(0x39 + kind) : 0) {}

  char byte_;
};

} // namespace cass
