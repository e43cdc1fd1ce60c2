#include "writer.hpp"

#include "report.hpp"
#include "source_line.hpp"

#include <cstdlib>
#include <mutex>
#include <sstream>
#include <string>

namespace cass {

namespace {

struct Wanted {
  uint64_t launch = 0, number = 0, offset = 0, size = 0;
  std::string label;
};

const Wanted &wanted() {
  static const Wanted set = [] {
    Wanted found;
    if (const char *text = getenv("CASS_EXEC_WATCH"))
      std::istringstream(text) >> found.launch >> found.number >> found.label >> found.offset >>
          found.size;
    return found;
  }();
  return set;
}

// The last write, as far as its launch still says more of it.
struct Watch {
  std::mutex mutex;
  const Launch *launch = nullptr;
  uint64_t start = 0, end = 0, writes = 0;
  uint32_t pc = 0, wave = 0, lanes = 0;
  unsigned lane = 0;
  Dim3 block{};
  Verb verb = Verb::Store;
};

Watch &watch() {
  static Watch *watch = new Watch;
  return *watch;
}

std::string shown(uint64_t x, uint64_t y, uint64_t z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

} // namespace

void watch_launch(uint64_t number, const Launch &launch) {
  const Wanted &want = wanted();
  if (!want.size || number != want.launch)
    return;
  Watch &w = watch();
  memory().visit([&](const Allocation &a) {
    if (a.told() != want.number || want.label != (a.label ? a.label : "-"))
      return;
    std::lock_guard lock(w.mutex);
    w.launch = &launch;
    w.start = a.start + want.offset;
    w.end = w.start + want.size;
  });
}

void end_watch(uint64_t number, const Launch &launch) {
  Watch &w = watch();
  std::lock_guard lock(w.mutex);
  if (w.launch != &launch || number != wanted().launch)
    return;
  w.launch = nullptr;
  const Dim3 &size = launch.block;
  uint64_t thread = uint64_t{w.wave} * w.lanes + w.lane;
  note({{"kind", "wrote"},
        {"writes", std::to_string(w.writes)},
        {"line", w.writes ? source_line(*launch.kernel->object, w.pc) : ""},
        {"block", shown(w.block.x, w.block.y, w.block.z)},
        {"thread", shown(thread % size.x, thread / size.x % size.y, thread / size.x / size.y)},
        {"wave", std::to_string(w.wave)},
        {"lane", std::to_string(w.lane)},
        {"how", w.verb == Verb::Atomic ? "atomic" : "store"}});
}

void watch_access(const Access &access) {
  Watch &w = watch();
  if (!access.writes() || !wanted().size)
    return;
  std::lock_guard lock(w.mutex);
  if (w.launch != &access.at->grid->launch)
    return;
  each_lane(access.active, [&](unsigned lane) {
    uint64_t address = access.addresses[lane];
    if (address >= w.end || address + access.size <= w.start || access.space(lane) != Space::Global)
      return;
    ++w.writes;
    w.pc = access.pc;
    w.wave = access.at->wave;
    w.lane = lane;
    w.lanes = access.at->grid->lanes;
    w.block = access.at->block;
    w.verb = access.verb;
  });
}

} // namespace cass
