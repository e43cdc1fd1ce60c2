#include "scheduler.hpp"

#include "checks.hpp"
#include "crew.hpp"
#include "deadlock.hpp"
#include "deeds.hpp"
#include "fault.hpp"
#include "grid.hpp"
#include "occupancy.hpp"
#include "report.hpp"
#include "scalar.hpp"
#include "workgroup.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <new>
#include <sched.h>
#include <thread>
#include <utility>
#include <vector>

namespace cass {

namespace {

// Back edges before a wave has to yield: few while others may wait for it, more the longer all only
// spin.
constexpr int32_t kFirstBudget = 1 << 12, kLastBudget = 1 << 20;
constexpr int32_t kMixedBudget = 1 << 7;    // where another order is asked for, so that loops mix
constexpr uint64_t kMixed = 4;              // workgroups that a thread begins with, then
constexpr int32_t kWatchedBudget = 1 << 16; // from which on a deadlock is looked for

// A launch that is over before this is not worth a call to other threads.
constexpr std::chrono::microseconds kAlone(50);

// How long nothing may get on before that is noted, for the case that the program is stopped.
constexpr std::chrono::seconds kPatience{1};
using Clock = std::chrono::steady_clock;

// The workgroups that one thread has taken and not begun. They are taken several at a time, because
// threads that share a counter wait for each other; few towards the end, so that all end together.
class Portion {
public:
  // Never takes more than `most`: all that is taken can be resident when the rest waits for it.
  Portion(Grid &grid, uint64_t threads, uint64_t most)
      : grid_(grid), parts_(threads * 16), most_(std::min(most, kLongest)),
        unit_(grid.launch.cluster_size()) {}
  ~Portion() { tell(); }
  Portion(const Portion &) = delete;

  bool take(uint64_t &number) {
    if (next_ == end_ && !refill())
      return false;
    number = next_++;
    return true;
  }

  void finished() { ++finished_; }

  // Adds what has finished to the grid's sum.
  void tell() {
    if (finished_)
      grid_.finished += std::exchange(finished_, 0);
  }

private:
  static constexpr uint64_t kLongest = 64;

  bool refill() {
    tell();
    uint64_t left =
        grid_.workgroups - std::min(grid_.next.load(std::memory_order_relaxed), grid_.workgroups);
    if (!left)
      return false;
    uint64_t length = std::clamp<uint64_t>(left / parts_, 1, most_);
    length = (length + unit_ - 1) / unit_ * unit_;
    next_ = std::min(grid_.next.fetch_add(length), grid_.workgroups);
    end_ = std::min(next_ + length, grid_.workgroups);
    return next_ < end_;
  }

  Grid &grid_;
  uint64_t parts_, most_;
  uint64_t unit_; // workgroups of a cluster, which one thread runs
  uint64_t next_ = 0, end_ = 0;
  uint64_t finished_ = 0;
};

class Worker {
public:
  // One of `threads`; keeps up to `most` workgroups. `passing` is called after each step, with the
  // time that it took.
  Worker(Grid &grid, uint64_t threads, uint64_t most,
         std::function<void(Clock::duration)> passing = {})
      : grid_(grid), watch_(grid), most_(std::max(most, grid.launch.cluster_size())),
        portion_(grid, threads, most_), passing_(std::move(passing)) {}

  // Starts with `first` workgroups and returns when none is left.
  void run(uint64_t first) {
    const int32_t least = grid_.seed ? kMixedBudget : kFirstBudget;
    admit(grid_.seed ? std::max(first, kMixed) : first);
    int32_t budget = least;
    last_ = moved_ = Clock::now();
    while (!resident_.empty() && !grid_.failed) {
      bool moved = false;
      for (size_t i = 0; i < resident_.size() && !grid_.failed;)
        moved |= step(i, budget);
      if (moved || grid_.failed) {
        budget = least;
        moved_ = last_;
        watch_.moved();
        continue;
      }
      stuck();
      size_t before = resident_.size();
      admit(before);
      if (budget >= kWatchedBudget && resident_.size() == before)
        watch_.look(resident_);
      budget = std::min(budget * 2, kLastBudget);
    }
  }

private:
  // Steps one workgroup; one that has ended makes room for the next. `i` then names the next to
  // step.
  bool step(size_t &i, int32_t budget) {
    bool moved = resident_[i]->step(budget);
    tick();
    if (!resident_[i]->ended()) {
      ++i;
      return moved;
    }
    portion_.finished();
    uint64_t number;
    if (resident_.size() == 1 && portion_.take(number))
      resident_[i]->enter(number);
    else
      resident_.erase(resident_.begin() + static_cast<ptrdiff_t>(i));
    return true;
  }

  void tick() {
    Clock::time_point now = Clock::now();
    spend(grid_.translation, *grid_.launch.kernel, now - last_);
    if (passing_)
      passing_(now - last_);
    last_ = now;
  }

  void admit(uint64_t more) {
    uint64_t number;
    for (; more && resident_.size() < most_ && portion_.take(number); --more) {
      resident_.push_back(std::make_unique<Workgroup>(grid_));
      resident_.back()->enter(number);
    }
  }

  // Nothing got on. That is for good when some workgroups wait for all and others have ended.
  void stuck() {
    portion_.tell();
    if (grid_.arrived && grid_.arrived + grid_.finished == grid_.workgroups && grid_.finished)
      end_program(kFaulted, "deadlock", grid_.launch.kernel->name,
                  grid_.shown() + ": deadlock: " + std::to_string(grid_.arrived) +
                      " workgroups wait at a grid barrier that " + std::to_string(grid_.finished) +
                      " workgroups have passed by");
    if (!noted_ && last_ - moved_ > kPatience) {
      noted_ = true;
      note("waiting", grid_.launch.kernel->name,
           grid_.shown() + ": no wavefront has come to a barrier or its end for " +
               std::to_string(kPatience.count()) +
               " s or longer; a lane that waits for another lane of its wavefront (for a lock, a "
               "flag) waits forever on AMD GPUs");
    }
    std::this_thread::yield();
  }

  Grid &grid_;
  Watch watch_;
  uint64_t most_;
  Portion portion_;
  std::function<void(Clock::duration)> passing_;
  Clock::time_point last_, moved_; // of the last step, and of the last step that got on
  bool noted_ = false;
  std::vector<std::unique_ptr<Workgroup>> resident_;
};

uint64_t threads_wanted() {
  if (const char *set = getenv("CASS_EXEC_THREADS"))
    return std::max(strtoull(set, nullptr, 10), 1ull);
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return 1;
  return static_cast<uint64_t>(std::max(CPU_COUNT(&allowed), 1));
}

uint64_t threads_for(const Grid &grid) {
  if (checking()) // so that every run finds the same
    return 1;
  static const uint64_t wanted = threads_wanted();
  static const bool chosen = getenv("CASS_EXEC_THREADS");
  if (!chosen && prints(*grid.launch.kernel))
    return 1;
  return std::min(wanted, grid.workgroups);
}

[[noreturn]] void out_of_memory(const Kernel &kernel) {
  end_program(kRefused, "failed", kernel.name,
              "there is not enough memory to run kernel " + demangled(kernel.name));
}

// What a thread does that was called to help.
void help(Grid &grid, uint64_t threads, uint64_t most, uint64_t first) try {
  Worker(grid, threads, most).run(first);
} catch (const std::bad_alloc &) {
  out_of_memory(*grid.launch.kernel);
}

void run_all(Grid &grid, uint64_t most) {
  uint64_t threads = threads_for(grid), share = (most + threads - 1) / threads;
  uint64_t first = grid.launch.cooperative ? share : 1;
  Crew crew([&grid, threads, most, first] { help(grid, threads, most, first); });
  uint64_t missing = threads - 1; // threads that have not been called
  auto call = [&] { crew.call(std::exchange(missing, 0)); };
  Clock::duration passed{};
  Worker self(grid, threads, most, [&](Clock::duration time) {
    passed += time;
    if (missing && passed > kAlone && grid.next < grid.workgroups)
      call();
  });
  if (grid.launch.cooperative)
    call();
  self.run(first);
}

} // namespace

hipError_t run(const Launch &launch) try {
  install_fault_handlers();
  Deed deed(launch);
  if (launch.kernel->scalar) {
    run_scalar(launch);
    return lost();
  }
  Grid grid(launch, translation(*launch.kernel));
  run_all(grid, resident_blocks(*launch.kernel, static_cast<uint32_t>(launch.block.count()),
                                launch.dynamic_lds));
  return lost();
} catch (const std::bad_alloc &) {
  out_of_memory(*launch.kernel);
}

} // namespace cass
