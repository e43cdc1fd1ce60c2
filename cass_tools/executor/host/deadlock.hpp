// Telling a launch that can never end from one that takes long.
#pragma once

#include "workgroup.hpp"

#include <chrono>
#include <memory>
#include <vector>

namespace cass {

// Watches the workgroups of one worker. Waves that come back to the same place with all registers
// as they were, again and again, only wait for memory to change. When all that are resident do and
// no more can be let in, nobody is left to change it.
class Watch {
public:
  explicit Watch(Grid &grid) : grid_(grid) { ++grid_.workers; }
  ~Watch() {
    moved();
    --grid_.workers;
  }

  // Some wave got on.
  void moved() {
    if (rounds_ > 1)
      --grid_.standing;
    rounds_ = 0;
  }

  // No wave of the resident workgroups got on, and none can join them. Ends the program with a
  // report when that has lasted.
  void look(const std::vector<std::unique_ptr<Workgroup>> &resident);

private:
  using Clock = std::chrono::steady_clock;

  Grid &grid_;
  uint64_t last_ = 0;
  uint32_t rounds_ = 0; // in which the registers were the same
  Clock::time_point since_;
};

} // namespace cass
