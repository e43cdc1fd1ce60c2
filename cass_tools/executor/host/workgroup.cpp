#include "workgroup.hpp"

#include "behind.hpp"
#include "deeds.hpp"
#include "hip_errors.hpp"
#include "hostcall.hpp"
#include "nvidia_device.hpp"
#include "report.hpp"

namespace cass {

namespace {

constexpr uint64_t kDebugTrap = 3; // a breakpoint, passed over where no debugger is attached

[[noreturn]] void deadlock(const Running &at, const std::string &why) {
  const char *other =
      nvidia_card() ? "; with cass run --scalar threads of a warp may wait for each other" : "";
  end_program(kFaulted, "deadlock", at.grid->launch.kernel->name,
              at.grid->shown() + ": " + why + place(at) + other);
}

} // namespace

Workgroup::Workgroup(Grid &grid)
    : grid_(grid), storage_(take_storage(grid.wave_stride * grid.waves,
                                         grid.lane_scratch * grid.lanes * grid.waves)),
      states_(grid.waves), phases_(grid.waves),
      checks_(checking() ? new GroupChecks(grid) : nullptr), at_{&grid, {}, 0} {
  at_.checks = checks_.get();
}

void Workgroup::enter(uint64_t number) {
  at_.block = grid_.block_at(number);
  order_ = Order(grid_.seed, ~number, grid_.waves);
  live_ = grid_.waves;
  waiting_ = 0;
  uint64_t lds = storage_->lds.address();
  if (grid_.launch.cluster_size() > 1) {
    cluster_ = grid_.cluster_memory(number);
    lds = cluster_->pages.address() + grid_.cluster_rank(at_.block) * kClusterStride;
  }
  Mark::of_shared().put(reinterpret_cast<void *>(lds + grid_.shared), grid_.behind);
  for (uint32_t i = 0; i < grid_.waves; ++i) {
    uint64_t scratch = storage_->scratch.address() + i * grid_.lane_scratch * grid_.lanes;
    grid_.start(wave(i), i, at_.block, lds, scratch);
    states_[i] = State::Ready;
  }
  if (checks_) {
    std::vector<Wave *> waves;
    for (uint32_t i = 0; i < grid_.waves; ++i)
      waves.push_back(wave(i));
    checks_->enter(number, waves, cluster_ ? &cluster_->checks : nullptr);
  }
}

bool Workgroup::step(int32_t budget) {
  bool any = false, moved = true;
  while (live_ && moved) {
    moved = false;
    for (uint32_t i = 0; i < grid_.waves; ++i)
      moved |= run_once(static_cast<uint32_t>(order_[i]), budget);
    if (live_ && waiting_ == live_) {
      release_barrier();
      moved = true;
    }
    moved |= serve_hostcalls();
    any |= moved;
  }
  if (grid_.behind && ended())
    look_behind();
  return any;
}

// One entry into a wave that can go on. True unless it only yielded.
bool Workgroup::run_once(uint32_t index, int32_t budget) {
  State &state = states_[index];
  if (state == State::AtGridBarrier && phases_[index] != grid_.phase) {
    state = State::Ready;
    if (checks_)
      order_at_grid_barrier(*checks_, index);
  }
  if (state != State::Ready)
    return false;
  Wave *w = wave(index);
  w->budget = budget;
  at_.wave = index;
  at_.registers = w;
  running = &at_;
  auto status = static_cast<Status>(grid_.translation.run.load(std::memory_order_relaxed)(w));
  running = nullptr;
  switch (status) {
  case Status::Yielded:
    return false;
  case Status::Barrier:
    state = State::AtBarrier;
    ++waiting_;
    if (checks_)
      checks_->arrive(at_);
    return true;
  case Status::GridBarrier:
    state = State::AtGridBarrier;
    phases_[index] = grid_.phase;
    if (checks_)
      order_at_grid_barrier(*checks_, index);
    arrive_at_grid_barrier();
    return true;
  case Status::Ended:
    state = State::Ended;
    --live_;
    return true;
  case Status::Trapped:
    break;
  }
  if (w->fault != kDebugTrap) {
    trap(index);
    state = State::Ended;
    --live_;
  }
  return true;
}

void Workgroup::look_behind() {
  const void *end = reinterpret_cast<const void *>(storage_->lds.address() + grid_.shared);
  size_t offset = Mark::of_shared().left(end, grid_.behind);
  if (offset < grid_.behind)
    wrote_behind_shared(*grid_.launch.kernel, grid_.shared, offset);
}

uint64_t Workgroup::fingerprint() const {
  constexpr uint64_t kPrime = 0x9e3779b97f4a7c15;
  uint64_t hash = live_;
  const auto add = [&](const void *start, size_t bytes) {
    const auto *words = static_cast<const uint64_t *>(start);
    for (size_t i = 0; i < bytes / sizeof *words; ++i)
      hash = (hash ^ words[i]) * kPrime, hash ^= hash >> 29;
  };
  for (uint32_t i = 0; i < grid_.waves; ++i) {
    const Wave *w = wave(i);
    hash = (hash + static_cast<uint64_t>(states_[i])) * kPrime;
    if (states_[i] != State::Ready)
      continue;
    hash ^= w->resume;
    add(w, offsetof(Wave, scc));
    hash = (hash ^ w->scc) * kPrime;
    add(w->vgpr, size_t{grid_.translation.rows} * grid_.lanes * sizeof(uint32_t));
  }
  return hash;
}

void Workgroup::tell_deadlock() {
  for (uint32_t i = 0; i < grid_.waves; ++i) {
    if (states_[i] != State::Ready)
      continue;
    uint64_t all = grid_.lanes == 64 ? ~uint64_t{0} : 0xffffffff;
    uint64_t left = grid_.launch.block.count() - uint64_t{i} * grid_.lanes;
    uint64_t started = left >= grid_.lanes ? all : (uint64_t{1} << left) - 1;
    uint64_t active = wave(i)->exec & started;
    at_.wave = i;
    at_.registers = wave(i);
    auto count = [](uint64_t mask) { return std::to_string(__builtin_popcountll(mask)); };
    if (active != started)
      deadlock(at_, "deadlock inside a wavefront: " + count(active) + " of " + count(started) +
                        " lanes spin for ever; what they wait for can only come from the other "
                        "lanes, which cannot go on before these leave the loop");
    deadlock(at_, "deadlock: every wave that is left waits for memory to change, and nobody is "
                  "left to change it");
  }
}

void Workgroup::release_barrier() {
  if (checks_)
    checks_->release(grid_.waves - live_);
  for (State &state : states_)
    if (state == State::AtBarrier)
      state = State::Ready;
  waiting_ = 0;
}

void Workgroup::arrive_at_grid_barrier() {
  if (!grid_.launch.cooperative)
    deadlock(at_, "a grid barrier in a launch that is not cooperative");
  uint64_t arrived = ++grid_.arrived;
  if (arrived == grid_.workgroups) {
    grid_.arrived = 0;
    ++grid_.phase;
  }
}

void Workgroup::trap(uint32_t index) {
  std::string message = last_device_error();
  bool assertion = message.find("ssertion") != message.npos;
  while (!message.empty() && (message.back() == '\n' || message.back() == '.'))
    message.pop_back();
  uint64_t id = wave(index)->fault;
  // HIP's *_sync functions check their mask, unless NDEBUG is defined.
  const char *why = id == 2 ? " (abort, __trap, or a *_sync function whose mask does not name "
                              "exactly the lanes that make the call)"
                            : "";
  std::string what = assertion ? message
                     : id == kWildJump
                         ? "a jump or call to an address that is none of its functions"
                         : "trap " + std::to_string(id) + why;
  const std::string &kernel = grid_.launch.kernel->name;
  std::string sentence = grid_.shown() + ": " + what + place(at_);
  if (id == kWildJump)
    end_program(kFaulted, "trap", kernel, sentence);
  if (!is_cuda())
    abort_program(assertion ? "assert" : "trap", kernel, sentence);
  report("caught", kernel, sentence);
  lose_devices(assertion ? hipErrorAssert : hipErrorLaunchFailure);
  grid_.failed = true;
}

} // namespace cass
