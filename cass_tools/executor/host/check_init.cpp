// Reads of memory that nothing was written to: it holds the poison that it was filled with.
//
// A read counts where all of its bytes, and for less than four bytes all of the eight around it,
// are still poison; so padding that is copied along with data does not.
#include "findings.hpp"
#include "memory.hpp"
#include "shadow.hpp"

#include <cstring>

namespace cass {

bool untouched(uint64_t address, uint32_t size) {
  if (size < sizeof kPoison)
    address &= ~uint64_t{7}, size = 8;
  if (address % sizeof kPoison)
    return false;
  for (uint32_t at = 0; at < size; at += sizeof kPoison) {
    uint32_t word;
    std::memcpy(&word, reinterpret_cast<const void *>(address + at), sizeof word);
    if (word != kPoison)
      return false;
  }
  return true;
}

namespace {

// Whether a read is told at once, where it may be of what was never written. Of private memory it
// is not where registers are followed, nor of LDS that a value was written to that was never set.
bool told(const Access &a, unsigned lane) {
  if (!shadow_of(a.wave, *a.at->grid) || a.space(lane) == Space::Global)
    return true;
  const Filled *filled = a.at->checks->filled(a.addresses[lane]);
  return a.space(lane) == Space::Local && filled && *filled == Filled::Never;
}

std::string where(const Access &a, unsigned lane) {
  switch (a.space(lane)) {
  case Space::Local:
    return shown_shared(a, lane) + ", which nobody in the workgroup" +
           (a.at->checks->shared->blocks > 1 ? "'s cluster" : "") + " has written";
  case Space::Private:
    return " of private memory that the thread has never written";
  default:
    return ", " + describe_near(a.addresses[lane]) + ", that was never written";
  }
}

} // namespace

uint64_t check_init(const Access &a) {
  uint64_t bad = 0;
  each_lane(a.active, [&](unsigned lane) {
    if (untouched(a.addresses[lane], a.size) && told(a, lane))
      bad |= uint64_t{1} << lane;
  });
  if (!bad)
    return 0;
  auto lane = static_cast<unsigned>(__builtin_ctzll(bad));
  int others = __builtin_popcountll(bad) - 1;
  found(kInit, a, lane,
        "uninitialised: " + shown(a) + where(a, lane) +
            (others ? " (and in " + std::to_string(others) + " more lanes)" : ""));
  return bad;
}

} // namespace cass
