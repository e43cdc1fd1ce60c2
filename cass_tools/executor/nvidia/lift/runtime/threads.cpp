// Lifted code on a CPU, thread by thread: every thread of a block has its own stack and runs until
// it meets others.
//
// Threads of a warp run by themselves. Where they exchange values, one waits until no other thread
// of the warp can go on; all that wait at the same place then go on together. BSSY notes who is
// together, and BSYNC waits for all of them but those that have left (BREAK) or ended, as since
// Volta: so a thread may wait for another one of its warp. A loop gives the others a turn
// (nv_tick), so flags and locks between threads, warps and blocks work too. When nothing else gets
// on, BSYNC waits no longer for threads that have given way (YIELD): one that has left a loop with
// the lock goes on without those that still spin for it. If that lets nobody go on for some turns,
// those at an exchange or a BSSY do so without the threads that spin: hardware never waits there.
//
// Code may be lifted so that threads of a warp go in step (nv_step): before each load and store,
// and what else changes shared memory, a thread waits for those of its warp that are earlier in the
// code. Local memory, atomics elsewhere, textures and surfaces are no such steps.
#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "cluster.h"
#include "common.h"
#include "fiber.h"

using cass::Stack;

// What lifted code calls; never inlined, so that a thread can be switched within.
#define CALLED extern "C" __attribute__((noinline))

namespace {

constexpr u32 kWarp = 32, kBarriers = 16, kTicks = 4096, kPatience = 16, kPassedOver = 256;
constexpr size_t kBlocksAtOnce = 64;

enum class At { kRunning, kYielded, kStepped, kWarp, kSync, kWarpSync, kBlock, kEnded };

// Threads that BSSY found together.
struct Together {
  u32 lanes;
};

struct Block;

struct Thread {
  At at = At::kRunning;
  u64 place = 0;       // of the exchange it waits at, and which one of an instruction's
  u32 instruction = 0; // by the order in which the kernel was lifted
  u32 value = 0;       // what it gives; the mask of a WARPSYNC; the number of a BSYNC
  u32 group = 0;       // the lanes that it goes on with, and what each of them gave
  u32 given[kWarp] = {};
  u32 ticks = kTicks;
  u32 step = 0, passed = 0; // where in the code it waits for others, and how often it has
  bool gives_way = false;   // by an instruction of its own
  void *stack = nullptr;
  std::shared_ptr<Together> together[kBarriers];
  u32 number = 0;
  Block *block = nullptr;
};

struct Launch {
  void (*kernel)();
  const void *parameters;
  const u32 *grid, *size, *cluster;
  u32 threads;
  std::deque<Stack> free;
  size_t stack_size, shared_size;
  u64 number;
};

struct ClusterMemory;

struct Block {
  u32 index[3];
  char *shared;
  std::shared_ptr<ClusterMemory> cluster;
  std::vector<Thread> threads;
  std::vector<Stack> stacks;
};

Launch *launch;
Thread *current;
void *scheduler;

void leave(At at) {
  current->at = at;
  cass::cass_switch(&current->stack, scheduler);
}

void begin() {
  launch->kernel();
  leave(At::kEnded);
  __builtin_unreachable();
}

Thread *warp_of(Thread &thread) { return &thread.block->threads[thread.number & ~(kWarp - 1)]; }

u32 lanes_of(const Block &block, size_t first) {
  return u32(std::min<size_t>(kWarp, block.threads.size() - first));
}

// Give a value and wait for the others at the same place; the lanes that are there.
u32 meet(const void *caller, u32 value) {
  current->place = u64(current->instruction) << 48 ^ u64(reinterpret_cast<uintptr_t>(caller));
  current->value = value;
  leave(At::kWarp);
  return current->group;
}

bool arrived(Thread *warp, u32 lanes, u32 wanted, At at) {
  for (u32 lane = 0; lane < lanes; ++lane)
    if (wanted >> lane & 1 && warp[lane].at != At::kEnded && warp[lane].at != at)
      return false;
  return true;
}

// Let those go on that wait for others who have come. Whether any could.
bool release_synchronised(Thread *warp, u32 lanes) {
  bool any = false;
  for (u32 lane = 0; lane < lanes; ++lane) {
    Thread &thread = warp[lane];
    if (thread.at == At::kWarpSync && arrived(warp, lanes, thread.value, At::kWarpSync)) {
      u32 wanted = thread.value;
      for (u32 other = 0; other < lanes; ++other)
        if (wanted >> other & 1 && warp[other].at == At::kWarpSync)
          warp[other].at = At::kRunning;
      any = true;
    }
    if (thread.at != At::kSync)
      continue;
    std::shared_ptr<Together> together = thread.together[thread.value];
    auto waits = [&](const Thread &t) {
      return t.at == At::kSync && t.together[t.value] == together;
    };
    bool all = true;
    for (u32 other = 0; other < lanes; ++other)
      if (together->lanes >> other & 1 && warp[other].at != At::kEnded && !waits(warp[other]))
        all = false;
    if (!all)
      continue;
    for (u32 other = 0; other < lanes; ++other)
      if (waits(warp[other]))
        warp[other].at = At::kRunning;
    any = true;
  }
  return any;
}

// Let those go on that wait for none but threads that have given way. Whether there are any.
bool release_without(Thread *warp, u32 lanes) {
  bool any = false;
  for (u32 lane = 0; lane < lanes; ++lane) {
    if (warp[lane].at != At::kSync)
      continue;
    std::shared_ptr<Together> together = warp[lane].together[warp[lane].value];
    u32 waiting = 0, others = 0;
    for (u32 other = 0; other < lanes; ++other) {
      const Thread &thread = warp[other];
      bool waits = thread.at == At::kSync && thread.together[thread.value] == together;
      bool gave_way = thread.at == At::kYielded && thread.gives_way;
      waiting |= u32(waits) << other;
      others |= u32(!waits && !gave_way && thread.at != At::kEnded) << other;
    }
    if (together->lanes & others)
      continue;
    for (u32 other = 0; other < lanes; ++other)
      if (waiting >> other & 1)
        warp[other].at = At::kRunning;
    together->lanes &= ~waiting;
    any = true;
  }
  return any;
}

// Let the threads of one exchange go on together: those at the place of the lowest lane that waits
// at one.
bool release_exchange(Thread *warp, u32 lanes) {
  u64 place = 0;
  for (u32 lane = 0; lane < lanes && !place; ++lane)
    place = warp[lane].at == At::kWarp ? warp[lane].place : 0;
  u32 group = 0;
  for (u32 lane = 0; lane < lanes; ++lane)
    group |= u32(warp[lane].at == At::kWarp && warp[lane].place == place) << lane;
  for (u32 lane = 0; lane < lanes; ++lane)
    if (group >> lane & 1) {
      warp[lane].group = group;
      for (u32 other = 0; other < lanes; ++other)
        warp[lane].given[other] = warp[other].value;
      warp[lane].at = At::kRunning;
    }
  return group != 0;
}

// The same where all others have given way by an instruction of their own.
bool release_among_spinning(Thread *warp, u32 lanes) {
  for (u32 lane = 0; lane < lanes; ++lane)
    if (warp[lane].at == At::kYielded && !warp[lane].gives_way)
      return false;
  return release_exchange(warp, lanes);
}

// Run a thread until it waits. Whether it did more than yield.
bool run_thread(Thread &thread) {
  thread.at = At::kRunning;
  thread.gives_way = false;
  thread.passed = 0;
  current = &thread;
  cass::cass_switch(&scheduler, thread.stack);
  return thread.at != At::kYielded && thread.at != At::kStepped;
}

// Run every thread that can. Whether any did more than yield.
bool run_threads(Thread *warp, u32 lanes) {
  bool progress = false;
  for (u32 lane = 0; lane < lanes; ++lane)
    if (warp[lane].at == At::kRunning || warp[lane].at == At::kYielded)
      progress |= run_thread(warp[lane]);
  return progress;
}

// Of the threads that go in step run those that are earliest in the code, and who was passed over
// for long: the others of an endless loop. Whether any did more than yield.
bool run_earliest(Thread *warp, u32 lanes) {
  u32 earliest = ~0u;
  for (u32 lane = 0; lane < lanes; ++lane)
    if (warp[lane].at == At::kStepped)
      earliest = std::min(earliest, warp[lane].step);
  bool progress = false;
  for (u32 lane = 0; lane < lanes; ++lane) {
    Thread &thread = warp[lane];
    if (thread.at == At::kStepped && (thread.step == earliest || ++thread.passed > kPassedOver))
      progress |= run_thread(thread);
  }
  return progress;
}

bool any_at(const Thread *warp, u32 lanes, At at) {
  for (u32 lane = 0; lane < lanes; ++lane)
    if (warp[lane].at == at)
      return true;
  return false;
}

// A turn of one warp.
bool run_warp(Thread *warp, u32 lanes) {
  bool progress = run_threads(warp, lanes);
  while (any_at(warp, lanes, At::kStepped))
    progress |= run_earliest(warp, lanes);
  if (release_synchronised(warp, lanes))
    return true;
  if (!any_at(warp, lanes, At::kYielded) && !any_at(warp, lanes, At::kRunning))
    progress |= release_exchange(warp, lanes);
  return progress;
}

enum class State { kGoesOn, kSpins, kEnded, kStuck };

State run_block(Block &block) {
  bool progress = false;
  size_t ended = 0, waiting = 0, yielded = 0;
  for (size_t first = 0; first < block.threads.size(); first += kWarp)
    progress |= run_warp(&block.threads[first], lanes_of(block, first));
  for (const Thread &thread : block.threads) {
    ended += thread.at == At::kEnded;
    waiting += thread.at == At::kBlock;
    yielded += thread.at == At::kYielded;
  }
  if (ended == block.threads.size())
    return State::kEnded;
  if (ended + waiting == block.threads.size()) {
    for (Thread &thread : block.threads)
      thread.at = thread.at == At::kBlock ? At::kRunning : thread.at;
    return State::kGoesOn;
  }
  return progress ? State::kGoesOn : yielded ? State::kSpins : State::kStuck;
}

// Whether some threads go on without others that `release` does not wait for.
bool part(const std::vector<std::unique_ptr<Block>> &blocks, bool (*release)(Thread *, u32)) {
  bool any = false;
  for (auto &block : blocks)
    for (size_t first = 0; first < block->threads.size(); first += kWarp)
      any |= release(&block->threads[first], lanes_of(*block, first));
  return any;
}

u32 cluster_blocks() {
  const u32 *cluster = launch->cluster;
  return cluster[0] * cluster[1] * cluster[2];
}

u32 cluster_rank(const Block &block) {
  const u32 *c = launch->cluster, *at = block.index;
  return at[0] % c[0] + c[0] * (at[1] % c[1] + c[1] * (at[2] % c[2]));
}

// Shared memory starts at a multiple of 4 GiB: code for sm_90 makes generic addresses by their
// halves. Where there are clusters, the first block's lies there, and the words of the cluster's
// barrier before the next one's.
char *map_shared(size_t size) {
  constexpr size_t kUnit = size_t(1) << 32;
  void *whole =
      mmap(nullptr, 2 * kUnit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (whole == MAP_FAILED)
    return nullptr;
  char *begin =
      reinterpret_cast<char *>((reinterpret_cast<uintptr_t>(whole) + kUnit - 1) & ~(kUnit - 1));
  munmap(whole, size_t(begin - static_cast<char *>(whole)));
  size_t kept = (size + 4095) & ~size_t(4095);
  munmap(begin + kept, size_t(static_cast<char *>(whole) + 2 * kUnit - begin) - kept);
  return mprotect(begin, kept, PROT_READ | PROT_WRITE) ? nullptr : begin;
}

// Where a block is in the grid: `number` counts along its axes, where there are clusters along
// those of clusters, each of them block by block.
void place(Block &block, u32 number) {
  u32 blocks = cluster_blocks(), inner = blocks ? number % blocks : 0;
  number = blocks ? number / blocks : number;
  for (u32 axis = 0; axis < 3; ++axis) {
    u32 width = blocks ? launch->cluster[axis] : 1, units = launch->grid[axis] / width;
    block.index[axis] = number % units * width + inner % width;
    number /= units;
    inner /= width;
  }
}

// The shared memory of a cluster's blocks, which lie so far apart as NVIDIA's addresses have it.
struct ClusterMemory {
  char *begin;
  u32 blocks;
  ~ClusterMemory() { munmap(begin, blocks * CLUSTER_STRIDE); }
};

std::shared_ptr<ClusterMemory> cluster_memory;

char *shared_of(Block &block) {
  u32 blocks = cluster_blocks();
  if (!blocks)
    return map_shared(launch->shared_size);
  u32 rank = cluster_rank(block);
  if (rank == 0) {
    char *begin = map_shared(blocks * CLUSTER_STRIDE);
    cluster_memory =
        begin ? std::shared_ptr<ClusterMemory>(new ClusterMemory{begin, blocks}) : nullptr;
  }
  block.cluster = cluster_memory;
  return block.cluster ? block.cluster->begin + rank * CLUSTER_STRIDE : nullptr;
}

std::unique_ptr<Block> make_block(u32 number) {
  auto block = std::make_unique<Block>();
  place(*block, number);
  block->shared = shared_of(*block);
  block->threads.resize(launch->threads);
  for (u32 i = 0; i < launch->threads && block->shared; ++i) {
    if (launch->free.empty())
      launch->free.emplace_back(launch->stack_size);
    Stack stack = std::move(launch->free.front());
    launch->free.pop_front();
    if (!stack.valid())
      return nullptr;
    Thread &thread = block->threads[i];
    thread.stack = stack.start(begin);
    thread.number = i;
    thread.block = block.get();
    block->stacks.push_back(std::move(stack));
  }
  return block->shared ? std::move(block) : nullptr;
}

void end_block(Block &block) {
  if (!block.cluster)
    munmap(block.shared, (launch->shared_size + 4095) & ~size_t(4095));
  for (Stack &stack : block.stacks)
    launch->free.push_back(std::move(stack));
}

// The number of a convergence barrier's threads as BMOV gives it away: an address is kept in two
// halves.
std::vector<std::shared_ptr<Together>> given;

} // namespace

enum Outcome : int { kDone, kNoMemory, kStuck };

// Run a kernel on a whole grid; `cluster` has the blocks of a cluster, zeros where there are none.
// `shared` is static and dynamic shared memory, `local` a thread's local memory, in bytes; `number`
// counts launches. 0: all ended; 1: no memory; 2: threads wait for each other for ever.
extern "C" __attribute__((visibility("default"))) int
cass_launch(void (*kernel)(), const void *parameters, const u32 *grid, const u32 *size,
            const u32 *cluster, u64 shared, u64 local, u64 number) {
  Launch now{};
  now.kernel = kernel;
  now.parameters = parameters;
  now.grid = grid;
  now.size = size;
  now.cluster = cluster;
  now.number = number;
  now.threads = size[0] * size[1] * size[2];
  now.shared_size = size_t(shared) + 64;
  now.stack_size = ((size_t(local) + 4095) & ~size_t(4095)) + (64 << 10);
  launch = &now;
  const u32 count = grid[0] * grid[1] * grid[2];
  std::vector<std::unique_ptr<Block>> live;
  int outcome = kDone;
  u32 fruitless = 0; // turns in which threads have only spun
  for (u32 next = 0; outcome == kDone && (next < count || !live.empty());) {
    bool spins = true, stuck = true;
    for (auto &block : live) {
      State state = run_block(*block);
      spins &= state == State::kSpins || state == State::kStuck;
      stuck &= state == State::kStuck;
      if (state == State::kEnded) {
        end_block(*block);
        block.reset();
      }
    }
    live.erase(std::remove(live.begin(), live.end(), nullptr), live.end());
    if (next < count && spins && live.size() < kBlocksAtOnce) {
      live.push_back(make_block(next++));
      outcome = live.back() ? kDone : kNoMemory;
    } else if (spins) {
      bool parted = part(live, release_without);
      if (!parted && ++fruitless > kPatience)
        parted = part(live, release_among_spinning);
      fruitless = parted ? 0 : fruitless;
      outcome = stuck && !parted && !live.empty() ? kStuck : outcome;
    }
  }
  live.clear();
  cluster_memory = nullptr;
  given.clear();
  launch = nullptr;
  return outcome;
}

// The block and the thread that run, each in x, y, z.
extern "C" __attribute__((visibility("default"))) void cass_where(u32 *where);

CALLED void *nv_parameters() { return const_cast<void *>(launch->parameters); }
CALLED void *nv_shared() { return current->block->shared; }
CALLED u32 nv_is_shared(const void *place) {
  return place >= current->block->shared && place < current->block->shared + launch->shared_size;
}
CALLED u32 nv_is_local(const void *place) {
  return current->block->stacks[current->number].holds(place);
}
CALLED u32 nv_dynamic_shared(u32 fixed) { return u32(launch->shared_size - 64) - fixed; }
// Nanoseconds, for both.
CALLED u64 nv_clock() {
  return u64(std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1));
}
CALLED u64 nv_timer() { return nv_clock(); }
CALLED u32 nv_thread_index(u32 axis) {
  const u32 *size = launch->size;
  u32 number = current->number;
  return axis == 0   ? number % size[0]
         : axis == 1 ? number / size[0] % size[1]
                     : number / (size[0] * size[1]);
}
CALLED u32 nv_block_index(u32 axis) { return current->block->index[axis]; }
CALLED u64 nv_grid_number() { return launch->number; }
CALLED u32 nv_block_size(u32 axis) { return launch->size[axis]; }
CALLED u32 nv_grid_size(u32 axis) { return launch->grid[axis]; }
CALLED u32 nv_cluster_size(u32 axis) { return cluster_blocks() ? launch->cluster[axis] : 1; }
CALLED u32 nv_is_clustered() { return cluster_blocks() != 0; }
CALLED u32 nv_cluster_rank() { return cluster_blocks() ? cluster_rank(*current->block) : 0; }
CALLED u64 nv_shared_window() { return reinterpret_cast<u64>(current->block->shared) >> 32 << 32; }
CALLED u32 nv_lane() { return current->number & (kWarp - 1); }

void cass_where(u32 *where) {
  for (u32 axis = 0; axis < 3; ++axis) {
    where[axis] = nv_block_index(axis);
    where[3 + axis] = nv_thread_index(axis);
  }
}

CALLED void nv_barrier() { leave(At::kBlock); }
CALLED void nv_yield() {
  current->gives_way = true;
  leave(At::kYielded);
}
CALLED void nv_step(u32 place) {
  current->step = place;
  leave(At::kStepped);
}
CALLED void nv_tick() {
  if (--current->ticks == 0) {
    current->ticks = kTicks;
    leave(At::kYielded);
  }
}

// The instruction that exchanges next; the compiler may have made one call of two instructions'
// calls.
CALLED void nv_at(u32 instruction) { current->instruction = instruction; }
CALLED void nv_warp_fence() { meet(__builtin_return_address(0), 0); }
CALLED void nv_warp_sync(u32 mask) {
  current->value = mask;
  leave(At::kWarpSync);
}
CALLED u32 nv_ballot(u32 is_true) {
  u32 group = meet(__builtin_return_address(0), is_true), result = 0;
  for (u32 lane = 0; lane < kWarp; ++lane)
    if (group >> lane & 1)
      result |= u32(current->given[lane] != 0) << lane;
  return result;
}
CALLED u32 nv_from_lane(u32 value, u32 lane) {
  u32 group = meet(__builtin_return_address(0), value);
  lane &= kWarp - 1;
  return group >> lane & 1 ? current->given[lane] : 0;
}
CALLED u32 nv_broadcast(u32 value, u32 lane) { return nv_from_lane(value, lane); }

CALLED void nv_together(u32 barrier) {
  u32 group = meet(__builtin_return_address(0), 0);
  Thread *warp = warp_of(*current);
  u32 first = u32(__builtin_ctz(group));
  if (nv_lane() == first) {
    auto made = std::make_shared<Together>(Together{group});
    for (u32 lane = 0; lane < kWarp; ++lane)
      if (group >> lane & 1)
        warp[lane].together[barrier] = made;
  }
  // The first lane is also the first to run, so the others find theirs made.
}
CALLED void nv_meet_again(u32 barrier) {
  if (!current->together[barrier])
    return;
  current->value = barrier;
  leave(At::kSync);
}
CALLED void nv_break(u32 barrier, u32 leaves) {
  if (leaves && current->together[barrier])
    current->together[barrier]->lanes &= ~(1u << nv_lane());
}
// BMOV moves a barrier's threads to a register and back.
CALLED u32 nv_barrier_lanes(u32 barrier) {
  given.push_back(current->together[barrier]);
  return u32(given.size());
}
CALLED void nv_set_barrier_lanes(u32 barrier, u32 number) {
  current->together[barrier] = number && number <= given.size() ? given[number - 1] : nullptr;
}
