// In which order workgroups and waves run: as they are numbered, or another one for each seed.
#pragma once

#include <cstdint>

namespace cass {

// A permutation of 0 .. count-1.
class Order {
public:
  Order() = default;

  // As numbered where `seed` is 0; `salt` tells apart what is ordered.
  Order(uint64_t seed, uint64_t salt, uint64_t count);

  uint64_t operator[](uint64_t index) const { return (index * step_ + start_) % count_; }

private:
  uint64_t step_ = 1, start_ = 0, count_ = UINT64_MAX;
};

// The seed that CASS_EXEC_SCHEDULE gives, 0 without.
uint64_t schedule_seed();

} // namespace cass
