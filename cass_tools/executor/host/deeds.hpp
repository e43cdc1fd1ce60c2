// What a program does on the GPU, told to whoever listens (CASS_EXEC_DEEDS): each launch with the
// memory that it changed, results that go to the host, and what memory holds when it is given up.
#pragma once

#include "launch.hpp"
#include "memory.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace cass {

using MemoryKey = std::pair<uint64_t, uint64_t>; // where it starts, when it was born

// Lives while a launch runs. Memory is looked at before and after, as long as that is cheap.
class Deed {
public:
  explicit Deed(const Launch &launch);
  Deed(const Deed &) = delete;
  ~Deed();

private:
  const Launch &launch_;
  uint64_t number_ = 0; // of the launch, from 1; 0 where nobody listens
  bool watched_ = false;
  std::map<MemoryKey, uint64_t> before_; // digests
  std::string found_;                    // the same, to be told
};

// An allocation was made; the `behind` bytes from its end on are nobody's.
void made(Allocation &allocation, size_t behind);

// An allocation is about to be given up.
void left(const Allocation &allocation);

// Bytes were copied; `size` is 0 where they were not in one piece.
void copied(const void *to, const void *from, size_t size);

// Bytes were set to a value.
void filled(const void *to);

// Whether it is of use to mark what lies behind shared memory.
bool telling();

// A kernel has written `offset` bytes behind the end of a workgroup's shared memory of `size`
// bytes.
void wrote_behind_shared(const Kernel &kernel, size_t size, size_t offset);

} // namespace cass
