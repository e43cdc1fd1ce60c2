#include "scheduler.hpp"

#include "fault.hpp"
#include "grid.hpp"
#include "occupancy.hpp"
#include "report.hpp"
#include "workgroup.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <vector>

namespace cass {

namespace {

// Back edges before a wave has to yield: few while others may wait for it, more the longer all only
// spin.
constexpr int32_t kFirstBudget = 1 << 12, kLastBudget = 1 << 20;

class Worker {
public:
  Worker(Grid &grid, uint64_t most) : grid_(grid), most_(std::max<uint64_t>(most, 1)) {}

  void run() {
    admit(grid_.launch.cooperative ? most_ : 1);
    int32_t budget = kFirstBudget;
    while (!resident_.empty()) {
      bool moved = false;
      for (size_t i = 0; i < resident_.size();)
        moved |= step(i, budget);
      if (moved) {
        budget = kFirstBudget;
        continue;
      }
      stuck();
      admit(resident_.size());
      budget = std::min(budget * 2, kLastBudget);
    }
  }

private:
  // Steps one workgroup; one that has ended makes room for the next. `i` then names the next to
  // step.
  bool step(size_t &i, int32_t budget) {
    bool moved = resident_[i]->step(budget);
    if (!resident_[i]->ended()) {
      ++i;
      return moved;
    }
    uint64_t number;
    if (resident_.size() == 1 && take(number))
      resident_[i]->enter(number);
    else
      resident_.erase(resident_.begin() + static_cast<ptrdiff_t>(i));
    return true;
  }

  bool take(uint64_t &number) {
    number = grid_.next.load(std::memory_order_relaxed);
    if (number < grid_.workgroups)
      number = grid_.next++;
    return number < grid_.workgroups;
  }

  void admit(uint64_t more) {
    uint64_t number;
    for (; more && resident_.size() < most_ && take(number); --more) {
      resident_.push_back(std::make_unique<Workgroup>(grid_));
      resident_.back()->enter(number);
    }
  }

  // Nothing got on. That is for good when some workgroups wait for all and others have ended.
  void stuck() {
    if (grid_.arrived && grid_.arrived + grid_.finished == grid_.workgroups && grid_.finished)
      end_program(kFaulted, "deadlock", grid_.launch.kernel->name,
                  grid_.shown() + ": deadlock: " + std::to_string(grid_.arrived) +
                      " workgroups wait at a grid barrier that " + std::to_string(grid_.finished) +
                      " workgroups have passed by");
    std::this_thread::yield();
  }

  Grid &grid_;
  uint64_t most_;
  std::vector<std::unique_ptr<Workgroup>> resident_;
};

uint64_t threads_wanted() {
  const char *set = getenv("CASS_EXEC_THREADS");
  return set ? std::max(strtoull(set, nullptr, 10), 1ull) : 1;
}

} // namespace

void run(const Launch &launch) try {
  install_fault_handlers();
  Grid grid(launch, translation(*launch.kernel));
  static const uint64_t wanted = threads_wanted();
  uint64_t count = std::min(wanted, grid.workgroups);
  uint64_t resident = resident_blocks(*launch.kernel, static_cast<uint32_t>(launch.block.count()),
                                      launch.dynamic_lds);
  uint64_t most = (resident + count - 1) / count;
  std::vector<std::thread> others;
  for (uint64_t i = 1; i < count; ++i)
    others.emplace_back([&] { Worker(grid, most).run(); });
  Worker(grid, most).run();
  for (std::thread &other : others)
    other.join();
} catch (const std::bad_alloc &) {
  end_program(kRefused, "failed", launch.kernel->name,
              "there is not enough memory to run kernel " + demangled(launch.kernel->name));
}

} // namespace cass
