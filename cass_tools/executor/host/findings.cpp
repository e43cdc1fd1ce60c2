#include "findings.hpp"

#include "report.hpp"
#include "source_line.hpp"

#include <cstdio>
#include <mutex>
#include <set>
#include <tuple>

namespace cass {

namespace {

constexpr size_t kMost = 100; // distinct places that are told

const char *name_of(Check check) {
  switch (check) {
  case kBounds:
    return "bounds";
  case kRace:
    return "race";
  case kInit:
    return "init";
  default:
    return "divergence";
  }
}

// True the first time that something is found in a place: of the code, and where it is known, in a
// source line.
bool fresh(Check check, const Running &at, uint32_t pc, uint32_t other_pc,
           const std::string &verb) {
  static std::mutex mutex;
  static auto &places = *new std::set<std::tuple<Check, std::string, uint32_t, uint32_t>>;
  static auto &lines = *new std::set<std::tuple<Check, std::string, std::string, std::string>>;
  const Kernel &kernel = *at.grid->launch.kernel;
  std::lock_guard lock(mutex);
  if (lines.size() >= kMost || !places.emplace(check, kernel.object->hash, pc, other_pc).second)
    return false;
  std::string line = shown_pc(at, pc), other = other_pc ? shown_pc(at, other_pc) : "";
  return lines.emplace(check, kernel.name + verb, line, other).second;
}

void tell(Check check, const Running &at, const std::string &text) {
  const std::string &kernel = at.grid->launch.kernel->name;
  fflush(stdout);
  report(name_of(check), kernel, at.grid->shown() + ": " + text);
  if (static const bool ends = getenv("CASS_EXEC_CHECK_ENDS") != nullptr; ends)
    end_program(kFaulted, "fault", kernel, at.grid->shown() + ": " + text);
}

std::string shown_wave(const Running &at) {
  return shown_block(at.block) + ", wave " + std::to_string(at.wave);
}

} // namespace

std::string shown(const Access &a) {
  const char *verb = a.verb == Verb::Load ? "read" : a.verb == Verb::Store ? "write" : "atomic";
  return std::string(verb) + " of " + std::to_string(a.size) + (a.size == 1 ? " byte" : " bytes");
}

std::string shown_block(Dim3 block) {
  return "block (" + std::to_string(block.x) + "," + std::to_string(block.y) + "," +
         std::to_string(block.z) + ")";
}

std::string shown_shared(const Access &a, unsigned lane) {
  const GroupChecks &group = *a.at->checks;
  const SharedPlace place = group.shared->place(a.addresses[lane]);
  std::string text = " of LDS at offset " + std::to_string(place.offset);
  uint64_t own = group.number % group.shared->blocks;
  if (place.rank == own)
    return text;
  return text + " of " + shown_block(a.at->grid->block_at(group.number - own + place.rank));
}

std::string shown_pc(const Running &at, uint32_t pc) {
  std::string line = source_line(*at.grid->launch.kernel->object, pc);
  if (!line.empty())
    return line;
  char text[32];
  snprintf(text, sizeof text, "code address 0x%x", pc);
  return text;
}

std::string shown_thread(const Running &at, uint32_t wave, unsigned lane) {
  const Dim3 &size = at.grid->launch.block;
  uint64_t thread = uint64_t{wave} * at.grid->lanes + lane;
  return "thread (" + std::to_string(thread % size.x) + "," +
         std::to_string(thread / size.x % size.y) + "," + std::to_string(thread / size.x / size.y) +
         ")";
}

void found(Check check, const Access &a, unsigned lane, const std::string &what,
           uint32_t other_pc) {
  const Running &at = *a.at;
  if (!fresh(check, at, a.pc, other_pc, shown(a)))
    return;
  std::string who = a.scalar ? shown_wave(at)
                             : shown_block(at.block) + ", " + shown_thread(at, at.wave, lane) +
                                   " (wave " + std::to_string(at.wave) + ", lane " +
                                   std::to_string(lane) + ")";
  tell(check, at, what + ", at " + shown_pc(at, a.pc) + ", " + who);
}

void found(Check check, const Running &at, uint32_t pc, const std::string &what) {
  if (fresh(check, at, pc, 0, ""))
    tell(check, at, what + ", at " + shown_pc(at, pc) + ", " + shown_wave(at));
}

} // namespace cass
