// A resident workgroup: its waves, and which of them can go on.
#pragma once

#include "checks.hpp"
#include "fault.hpp"
#include "grid.hpp"
#include "order.hpp"
#include "storage.hpp"

#include <memory>
#include <vector>

namespace cass {

class Workgroup {
public:
  explicit Workgroup(Grid &grid);

  void enter(uint64_t number);

  // Runs the waves until all have ended, or all that are left wait or yield without one of them
  // getting on. `budget`: back edges that a wave may take before it has to yield. True if anything
  // got on.
  bool step(int32_t budget);

  bool ended() const { return live_ == 0; }

  // Changes when any register of a wave that can go on does.
  uint64_t fingerprint() const;

  // Ends the program if one of its waves spins.
  void tell_deadlock();

private:
  enum class State : uint8_t { Ready, AtBarrier, AtGridBarrier, Ended };

  Wave *wave(uint32_t index) const {
    return reinterpret_cast<Wave *>(storage_->registers.address() + index * grid_.wave_stride);
  }

  bool run_once(uint32_t index, int32_t budget);
  void release_barrier();
  void arrive_at_grid_barrier();
  void trap(uint32_t index);
  void look_behind();

  Grid &grid_;
  std::shared_ptr<Storage> storage_;
  std::shared_ptr<ClusterMemory> cluster_; // where it is in one
  std::vector<State> states_;
  Order order_;                         // of its waves
  std::vector<uint64_t> phases_;        // of the grid's barrier, when the wave arrived there
  std::unique_ptr<GroupChecks> checks_; // where any are made
  Running at_;
  uint32_t live_ = 0, waiting_ = 0;
};

} // namespace cass
