// Accesses of different waves to the same bytes that nothing orders, one of them a write.
//
// Every four bytes of LDS and of global memory that a launch touches remember their last writer and
// two readers. Barriers order the waves of a workgroup, or of a cluster of them. Atomics, accesses
// that bypass caches, and fences are taken to order everything around them: two accesses count as
// ordered where both sides have made one in between. A store that changes nothing is no write.
#include "findings.hpp"
#include "memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unordered_map>

namespace cass {

namespace {

constexpr uint64_t kPage = 4096, kGranule = 4;
constexpr size_t kMostPages = 40000; // each costs about 100 KiB

struct Actor {
  uint32_t group, epoch, phase, time, pc; // phase: of the cluster's barrier
  uint8_t wave, lane, bytes;              // bytes: which of the granule's
  bool atomic;
};

struct Cell {
  uint64_t launch = 0; // what the rest is about
  uint64_t stamp = 0;  // of the instruction that wrote last
  Actor writer{}, reader{}, earlier{};
};

struct Page {
  Cell cells[kPage / kGranule];
};

// `exchanged`, `received`: the same without fences, which the cluster's barrier has too.
struct Times {
  uint32_t synced = 0, acquired = 0, exchanged = 0, received = 0;
};

// Nothing here is locked: `check_access` lets one in at a time.
struct State {
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages; // by the number of the page
  std::unordered_map<uint64_t, Times> groups;                // those that synchronised
  uint64_t launch = 0, stamp = 0, last_number = ~uint64_t{0};
  Page *last = nullptr;
  uint32_t now = 1;

  // nullptr where there is no more room for shadows.
  Cell *cell(uint64_t address) {
    uint64_t number = address / kPage;
    if (number != last_number) {
      auto found = pages.find(number);
      if (found == pages.end() && pages.size() < kMostPages)
        found = pages.emplace(number, std::make_unique<Page>()).first;
      last = found == pages.end() ? nullptr : found->second.get();
      last_number = number;
    }
    return last ? &last->cells[address % kPage / kGranule] : nullptr;
  }

  void begin(uint64_t serial) {
    if (serial == launch)
      return;
    launch = serial;
    groups.clear();
  }
};

State &state() {
  static State *state = new State;
  return *state;
}

class Visit {
public:
  Visit(const Access &access)
      : a_(access), group_(*access.at->checks), all_(state()),
        loose_(access.verb == Verb::Atomic || access.coherent) {}

  void lane(unsigned lane) {
    Space space = a_.space(lane);
    if (space == Space::Private || (space == Space::Global && a_.scalar))
      return;
    lane_ = lane;
    local_ = space == Space::Local;
    uint64_t start = a_.addresses[lane], end = start + a_.size;
    bool silent = a_.verb == Verb::Store && changes_nothing(start);
    for (uint64_t at = start & ~(kGranule - 1); at < end; at += kGranule) {
      uint64_t first = std::max(at, start) - at, last = std::min(at + kGranule, end) - at;
      bytes_ = static_cast<uint8_t>((1u << last) - (1u << first));
      if (Cell *cell = all_.cell(at))
        visit(*cell, silent, at - start);
    }
  }

private:
  uint32_t stored(unsigned lane, uint64_t offset) const {
    return a_.rows[offset / 4 * a_.at->grid->lanes + lane];
  }

  bool changes_nothing(uint64_t address) const {
    if (!a_.rows)
      return false;
    for (uint32_t at = 0; at < a_.size; at += 4) {
      uint32_t word = stored(lane_, at);
      if (std::memcmp(reinterpret_cast<void *>(address + at), &word, std::min(a_.size - at, 4u)))
        return false;
    }
    return true;
  }

  void visit(Cell &cell, bool silent, uint64_t offset) {
    uint64_t about = local_ ? group_.shared->entry : all_.launch;
    if (cell.launch != about)
      cell = Cell{}, cell.launch = about;
    if (silent)
      return;
    Actor self{static_cast<uint32_t>(group_.number),
               group_.epoch,
               group_.phases[a_.at->wave],
               all_.now,
               a_.pc,
               static_cast<uint8_t>(a_.at->wave),
               static_cast<uint8_t>(lane_),
               bytes_,
               loose_};
    if (checking(kLanes))
      between_lanes(cell);
    if (a_.verb == Verb::Load) {
      conflict(cell.writer, "wrote");
      if (!same_wave(cell.reader))
        cell.earlier = cell.reader;
      cell.reader = self;
      return;
    }
    if (cell.stamp == all_.stamp && cell.writer.lane != lane_ && !loose_)
      beside(cell.writer, offset);
    conflict(cell.writer, "wrote");
    conflict(cell.reader, "read");
    conflict(cell.earlier, "read");
    if (same_wave(cell.writer) && cell.writer.epoch == self.epoch && !loose_)
      self.bytes |= cell.writer.bytes;
    cell.writer = self;
    cell.stamp = all_.stamp;
  }

  bool same_wave(const Actor &other) const {
    return other.bytes && other.group == group_.number && other.wave == a_.at->wave;
  }

  // Lanes of one store that leave different values in one place.
  void beside(const Actor &other, uint64_t offset) {
    if (!(other.bytes & bytes_) || !a_.rows || a_.size < 4 ||
        stored(lane_, offset) == stored(other.lane, offset))
      return;
    found(kRace, a_, lane_,
          std::string("race: ") + shown(a_) + place() + ": lane " + std::to_string(other.lane) +
              " writes another value there in the same instruction",
          a_.pc);
  }

  // What a lane has stored in global memory, and another lane of its wave reads or overwrites by a
  // later instruction, with no fence in between: compilers may order the two as they like.
  void between_lanes(const Cell &cell) {
    const Actor &other = cell.writer;
    if (local_ || loose_ || other.atomic || !same_wave(other) || !(other.bytes & bytes_) ||
        other.lane == lane_ || cell.stamp == all_.stamp || other.epoch != group_.epoch ||
        group_.synced[a_.at->wave] > other.time)
      return;
    found(kRace, a_, lane_,
          std::string("race: ") + shown(a_) + place() + allocation() + " that lane " +
              std::to_string(other.lane) + " of this wave wrote at " + shown_pc(*a_.at, other.pc) +
              ", with nothing that orders the two",
          other.pc);
  }

  bool same_cluster(const Actor &other) const {
    uint64_t blocks = group_.shared->blocks;
    return other.group / blocks == group_.number / blocks;
  }

  bool ordered(const Actor &other) const {
    if (same_cluster(other) && other.phase != group_.phases[a_.at->wave])
      return true;
    if (other.group == group_.number) {
      if (other.wave == a_.at->wave || other.epoch != group_.epoch)
        return true;
      uint32_t mine = group_.synced[a_.at->wave], theirs = group_.synced[other.wave];
      return (mine > other.time && theirs > other.time) ||
             group_.acquired[a_.at->wave] > other.time;
    }
    const Times &mine = all_.groups[group_.number], &theirs = all_.groups[other.group];
    if (local_) // who polls an mbarrier in LDS makes but a fence
      return (mine.synced > other.time && theirs.exchanged > other.time) ||
             mine.received > other.time;
    return (mine.synced > other.time && theirs.synced > other.time) || mine.acquired > other.time;
  }

  void conflict(const Actor &other, const char *verb) {
    if (!(other.bytes & bytes_) || loose_ || other.atomic || ordered(other))
      return;
    Running them = *a_.at;
    them.block = them.grid->block_at(other.group);
    bool same = other.group == group_.number;
    std::string block = same ? "" : shown_block(them.block) + ", ";
    found(kRace, a_, lane_,
          "race: " + shown(a_) + place() + " that " + block +
              shown_thread(them, other.wave, other.lane) + " (wave " + std::to_string(other.wave) +
              ") " + verb + " at " + shown_pc(them, other.pc) +
              (same ? ", with no barrier in between" : ", with nothing that orders the two"),
          other.pc);
  }

  std::string place() const {
    if (local_)
      return shown_shared(a_, lane_);
    char text[64];
    snprintf(text, sizeof text, " of global memory 0x%llx",
             static_cast<unsigned long long>(a_.addresses[lane_]));
    return text;
  }

  // Which of the program's allocations that is: who looks for what lanes share must tell buffers.
  std::string allocation() const {
    auto found = memory().find(reinterpret_cast<const void *>(a_.addresses[lane_]));
    return found && found->number ? " (allocation " + std::to_string(found->number) + ")" : "";
  }

  const Access &a_;
  const GroupChecks &group_;
  State &all_;
  bool loose_, local_ = false;
  unsigned lane_ = 0;
  uint8_t bytes_ = 0;
};

// The barrier of a cluster orders by itself: not as the atomics do that it is made of.
bool at_cluster_barrier(const Access &a) {
  const SharedChecks &shared = *a.at->checks->shared;
  bool all = a.active != 0;
  each_lane(a.active, [&](unsigned lane) { all &= shared.is_barrier(a.addresses[lane]); });
  return all;
}

// An atomic, a fence or an access that bypasses caches orders what comes before and after it.
void synchronise(const Access &a, State &all) {
  if (a.verb != Verb::Atomic && a.verb != Verb::Fence && !a.coherent)
    return;
  GroupChecks &group = *a.at->checks;
  ++all.now;
  bool fence = a.verb == Verb::Fence, global = fence || group.shared->blocks > 1;
  each_lane(a.active, [&](unsigned lane) { global |= a.space(lane) == Space::Global; });
  bool acquires = a.verb == Verb::Load;
  group.synced[a.at->wave] = all.now;
  if (acquires)
    group.acquired[a.at->wave] = all.now;
  if (!global)
    return;
  Times &times = all.groups[group.number];
  times.synced = all.now;
  if (!fence)
    times.exchanged = all.now;
  if (acquires)
    times.acquired = times.received = all.now;
}

} // namespace

void order_at_grid_barrier(GroupChecks &group, uint32_t wave) {
  std::lock_guard lock(check_mutex());
  State &all = state();
  group.synced[wave] = all.groups[group.number].synced = ++all.now;
}

void check_race(const Access &a) {
  State &all = state();
  all.begin(a.at->grid->serial);
  ++all.stamp;
  if (at_cluster_barrier(a)) {
    a.at->checks->phases[a.at->wave] = a.at->checks->shared->phase();
    return;
  }
  Visit visit(a);
  if (a.verb != Verb::Fence)
    each_lane(a.active, [&](unsigned lane) { visit.lane(lane); });
  synchronise(a, all);
}

} // namespace cass
