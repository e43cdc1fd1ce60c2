#include "shared_checks.hpp"

#include "grid.hpp"

#include <algorithm>
#include <atomic>

namespace cass {

namespace {

std::atomic<uint64_t> entries{0};

uint64_t words_of(uint64_t size) { return (size + 3) / 4; }

} // namespace

SharedChecks::SharedChecks(uint64_t first, uint64_t bytes, uint64_t count)
    : entry(++entries), start(first), size(bytes), blocks(count) {}

SharedPlace SharedChecks::place(uint64_t address) const {
  uint64_t at = address - start;
  if (blocks == 1)
    return {0, at};
  uint64_t rank = std::min((at + kClusterStride / 2) / kClusterStride, blocks - 1);
  return {rank, at - rank * kClusterStride};
}

bool SharedChecks::holds(uint64_t address, uint64_t bytes) const {
  uint64_t offset = place(address).offset;
  return offset <= size && bytes <= size - offset;
}

uint64_t SharedChecks::barrier() const {
  constexpr uint64_t kBehind = 64;
  return start + kClusterStride - kBehind;
}

bool SharedChecks::is_barrier(uint64_t address) const { return blocks > 1 && address == barrier(); }

uint32_t SharedChecks::phase() const {
  constexpr int kOpened = 40; // bits below it count threads
  return static_cast<uint32_t>(*reinterpret_cast<const volatile uint64_t *>(barrier()) >> kOpened);
}

Filled *SharedChecks::filled(uint64_t address) {
  if (!holds(address, 1))
    return nullptr;
  const SharedPlace at = place(address);
  uint64_t word = at.rank * words_of(size) + at.offset / 4;
  return word < words_.size() ? &words_[word] : nullptr;
}

void SharedChecks::follow() { words_.assign(blocks * words_of(size), Filled::Never); }

} // namespace cass
