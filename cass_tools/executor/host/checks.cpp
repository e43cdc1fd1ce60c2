#include "checks.hpp"

#include "findings.hpp"
#include "shadow.hpp"
#include "writer.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace cass {

namespace {

constexpr uint32_t kScalar = 1 << 10, kCoherent = 1 << 11, kUndefined = 1 << 12, kHalf = 1 << 13;

uint32_t wanted() {
  static const uint32_t set = [] {
    const char *text = getenv("CASS_EXEC_CHECK");
    std::string_view list = text ? text : "";
    uint32_t found = 0;
    const std::pair<std::string_view, Check> names[] = {
        {"bounds", kBounds},         {"race", kRace},   {"init", kInit},
        {"divergence", kDivergence}, {"lanes", kLanes}, {"writer", kWriter}};
    for (const auto &[name, check] : names)
      if (list.find(name) != list.npos)
        found |= check;
    return found;
  }();
  return set;
}

uint64_t lane_mask(const Grid &grid) { return grid.lanes == 64 ? ~uint64_t{0} : 0xffffffff; }

} // namespace

std::mutex &check_mutex() {
  static std::mutex mutex;
  return mutex;
}

bool checking() { return wanted() != 0; }

bool checking(Check check) { return wanted() & check; }

void poison(void *start, size_t size) {
  auto *words = static_cast<uint32_t *>(start);
  std::fill(words, words + size / sizeof(uint32_t), kPoison);
}

Space Access::space(unsigned lane) const {
  uint64_t address = addresses[lane];
  if (address >> 32 == wave->lds >> 32)
    return Space::Local;
  const GroupChecks &group = *at->checks;
  return address - group.scratch < group.private_size ? Space::Private : Space::Global;
}

GroupChecks::GroupChecks(const Grid &grid)
    : synced(grid.waves), acquired(grid.waves), phases(grid.waves), grid_(grid),
      first_exec_(grid.waves) {}

void GroupChecks::enter(uint64_t group, const std::vector<Wave *> &waves,
                        std::shared_ptr<SharedChecks> *of_cluster) {
  number = group;
  epoch = 0;
  share(*waves[0], of_cluster);
  waiting_.clear();
  scratch = waves[0]->scratch;
  private_size = grid_.lane_scratch * grid_.lanes * grid_.waves;
  std::fill(synced.begin(), synced.end(), 0);
  std::fill(acquired.begin(), acquired.end(), 0);
  std::fill(phases.begin(), phases.end(), 0);
  if (checking(kInit) || checking(kRace) ||
      checking(kLanes)) { // for races: a store of what is there already is none
    poison(reinterpret_cast<void *>(waves[0]->lds), (waves[0]->lds_size + 3) & ~size_t{3});
    poison(reinterpret_cast<void *>(scratch), private_size);
  }
  if (checking(kInit))
    private_words_.assign(private_size / 4, Filled::Never);
  for (uint32_t i = 0; i < waves.size(); ++i) {
    waves[i]->check = reinterpret_cast<uint64_t>(check_access);
    first_exec_[i] = waves[i]->exec;
    start_shadow(waves[i], grid_);
  }
}

void GroupChecks::share(const Wave &wave, std::shared_ptr<SharedChecks> *of_cluster) {
  uint64_t blocks = of_cluster ? grid_.launch.cluster_size() : 1;
  if (of_cluster && *of_cluster) {
    shared = *of_cluster;
    return;
  }
  uint64_t start = wave.lds - number % blocks * kClusterStride;
  if (of_cluster)
    shared = *of_cluster = std::make_shared<SharedChecks>(start, wave.lds_size, blocks);
  else if (shared)
    *shared = SharedChecks(start, wave.lds_size, blocks);
  else
    shared = std::make_shared<SharedChecks>(start, wave.lds_size, blocks);
  if (checking(kInit))
    shared->follow();
}

Filled *GroupChecks::filled(uint64_t address) {
  if (Filled *known = shared->filled(address))
    return known;
  uint64_t word = (address - scratch) / 4;
  return word < private_words_.size() ? &private_words_[word] : nullptr;
}

void GroupChecks::arrive(const Running &at) {
  waiting_.emplace_back(at, at.registers->pc);
  uint64_t first = first_exec_[at.wave], here = at.registers->exec & lane_mask(grid_);
  if (!checking(kDivergence) || here == first)
    return;
  found(kDivergence, at, at.registers->pc,
        "divergent barrier: reached by " + std::to_string(__builtin_popcountll(here)) + " of " +
            std::to_string(__builtin_popcountll(first)) +
            " lanes; the others have ended or went another way");
}

void GroupChecks::release(uint32_t ended) {
  const auto &[at, pc] = waiting_.front();
  if (checking(kDivergence) && ended)
    found(kDivergence, at, pc,
          "divergent barrier: " + std::to_string(ended) + " of " + std::to_string(grid_.waves) +
              " waves have ended without reaching it");
  if (checking(kDivergence))
    for (const auto &[other, other_pc] : waiting_)
      if (other_pc != pc) {
        found(kDivergence, at, pc,
              "divergent barrier: wave " + std::to_string(other.wave) + " waits at another one, " +
                  shown_pc(other, other_pc));
        break;
      }
  waiting_.clear();
  ++epoch;
}

uint64_t check_access(Wave *wave, uint32_t pc, uint32_t what, const uint64_t *addresses,
                      const uint32_t *rows, uint64_t active) {
  if (!running || !running->checks)
    return active;
  std::lock_guard lock(check_mutex());
  if (what & kUndefined) {
    undefined_use(wave, *running, pc, what, active);
    return active;
  }
  Access access{wave,
                running,
                pc,
                what & 0xff,
                static_cast<Verb>(what >> 8 & 3),
                (what & kScalar) != 0,
                (what & kCoherent) != 0,
                (what & kHalf) != 0,
                addresses,
                rows,
                0};
  each_lane(active, [&](unsigned lane) {
    if (addresses[lane] != ~uint64_t{0}) // an access that a buffer's bounds leave out
      access.active |= uint64_t{1} << lane;
  });
  if (checking(kWriter))
    watch_access(access);
  uint64_t left_out = checking(kBounds) ? active & ~access.active : active;
  access.active = check_bounds(access);
  if (checking(kInit) && access.verb == Verb::Load)
    load_shadow(access, check_init(access));
  if (checking(kInit) && access.writes())
    store_shadow(access);
  if (checking(kRace) || checking(kLanes))
    check_race(access);
  return access.active | left_out;
}

} // namespace cass
