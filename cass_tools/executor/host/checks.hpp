// Checks of memory accesses and barriers (CASS_EXEC_CHECK, a list of bounds, race, lanes, init,
// divergence and writer): what is looked for, and the call that checked code makes before each
// access.
#pragma once

#include "fault.hpp"
#include "shared_checks.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cass {

enum Check : uint32_t {
  kBounds = 1,
  kRace = 2,
  kInit = 4,
  kDivergence = 8,
  kWriter = 16,
  kLanes = 32 // races, also between lanes of one wave that share global memory
};

// Whether any check was asked for, or one of them.
bool checking();
bool checking(Check check);

// What memory and registers hold that nothing was written to, where kInit is looked for: no number
// in every float format, and no address.
constexpr uint32_t kPoison = 0xfff5c3e1;
void poison(void *start, size_t size);

enum class Verb : uint32_t { Load, Store, Atomic, Fence }; // as `executor/amd/checks.py` has them
enum class Space { Global, Local, Private };

class GroupChecks;

// One instruction of one wave.
struct Access {
  const Wave *wave;
  const Running *at;
  uint32_t pc, size; // bytes of a lane
  Verb verb;
  bool scalar, coherent, half; // half: of each register, the other half stays
  const uint64_t *addresses;   // of the lanes
  const uint32_t *rows;        // what is stored (with a shadow, or loaded): a row of 32-bit
                               // words after the other, or nullptr
  uint64_t active;

  Space space(unsigned lane) const;
  bool writes() const { return verb == Verb::Store || verb == Verb::Atomic; }
};

// What has to be known of a resident workgroup.
class GroupChecks {
public:
  explicit GroupChecks(const Grid &grid);

  // `waves`: their registers, which are in their first state. `of_cluster`: what is known of the
  // memory of its cluster, made by the first that enters; nullptr where it is in none.
  void enter(uint64_t number, const std::vector<Wave *> &waves,
             std::shared_ptr<SharedChecks> *of_cluster);

  // The wave of `at` waits at the workgroup's barrier.
  void arrive(const Running &at);

  // All waves that have not ended were at the barrier; `ended` of them were not.
  void release(uint32_t ended);

  // What is known of a word of LDS or private memory, for kInit; nullptr for other addresses.
  Filled *filled(uint64_t address);

  uint64_t number = 0;                    // of the workgroup in its grid
  uint32_t epoch = 0;                     // barriers passed
  uint64_t scratch = 0, private_size = 0; // private memory of all waves
  std::vector<uint32_t> synced, acquired; // per wave, the time of the last atomic or fence
  std::vector<uint32_t> phases;           // per wave, how often it saw the cluster's barrier open
  std::shared_ptr<SharedChecks> shared;   // of its own memory, or of its cluster's

private:
  void share(const Wave &wave, std::shared_ptr<SharedChecks> *of_cluster);

  const Grid &grid_;
  std::vector<uint64_t> first_exec_;
  std::vector<Filled> private_words_;
  std::vector<std::pair<Running, uint32_t>> waiting_; // who waits, and where in the code
};

// What translated code calls through Wave::check; the lanes that may go on with the access.
uint64_t check_access(Wave *wave, uint32_t pc, uint32_t what, const uint64_t *addresses,
                      const uint32_t *rows, uint64_t active);

// Memory of the runtime itself that kernels use.
void allow_runtime_memory(const void *start, size_t size);

// Held while anything is looked at: shadows are shared by all launches.
std::mutex &check_mutex();

// Whether memory still holds the poison that it was filled with.
bool untouched(uint64_t address, uint32_t size);

// The parts of `check_access`. Bounds: the lanes that stay inside.
uint64_t check_bounds(const Access &access);
uint64_t check_init(const Access &access); // the lanes that read what was never written
void check_race(const Access &access);

// The wave arrives at the barrier of the whole grid, or goes on behind it.
void order_at_grid_barrier(GroupChecks &group, uint32_t wave);

// The lowest set bit first: `visit(lane)`.
template <typename F> void each_lane(uint64_t mask, F visit) {
  for (; mask; mask &= mask - 1)
    visit(static_cast<unsigned>(__builtin_ctzll(mask)));
}

} // namespace cass
