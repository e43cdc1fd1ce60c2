// What checks know of shared memory: of one workgroup, or of all those of a cluster.
#pragma once

#include "abi.hpp"

#include <cstdint>
#include <vector>

namespace cass {

// What a word of LDS or of private memory has been written with.
enum class Filled : uint8_t { Defined, Never, Undefined };

// A place in the memory of the workgroup `rank` of its cluster. The offset wraps around where it is
// before the start.
struct SharedPlace {
  uint64_t rank, offset;
};

struct SharedChecks {
  // Memory of `blocks` workgroups, `size` bytes each, that begins at `start`.
  SharedChecks(uint64_t start, uint64_t size, uint64_t blocks);

  // Of an address in the window that holds all of this memory: the workgroup that it is nearest to.
  SharedPlace place(uint64_t address) const;

  bool holds(uint64_t address, uint64_t bytes) const;

  // Whether an access of 8 bytes is one to the word that counts at the cluster's barrier, which
  // lies behind the first workgroup's memory (cluster.h).
  bool is_barrier(uint64_t address) const;

  // How often that barrier has opened.
  uint32_t phase() const;

  // What is known of a word, where that is followed; nullptr for other addresses.
  Filled *filled(uint64_t address);

  // Nothing has been written to any of it.
  void follow();

  uint64_t entry; // counts these since the program began
  uint64_t start, size, blocks;

private:
  uint64_t barrier() const;

  std::vector<Filled> words_; // of one workgroup after the other
};

} // namespace cass
