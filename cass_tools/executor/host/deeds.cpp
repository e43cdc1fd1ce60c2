#include "deeds.hpp"

#include "behind.hpp"
#include "channel.hpp"
#include "digest.hpp"
#include "report.hpp"
#include "writer.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace cass {

namespace {

// Bytes that are looked at: in one launch, in all; and what an allocation counts besides its size.
constexpr size_t kOneLook = size_t{1} << 30, kAllLooks = size_t{4} << 30, kEach = 64;
constexpr size_t kSummaries = 256 << 20; // bytes that summaries are made of
constexpr uint64_t kMostTold =
    20000; // launches, copies to the host, and to what kernels have changed

// Registered memory may have been freed by the program.
bool readable(const Allocation &a) { return a.kind != MemoryKind::Registered; }

size_t bytes_of_all() {
  size_t sum = 0;
  memory().visit([&](const Allocation &a) { sum += readable(a) ? a.size + kEach : 0; });
  return sum;
}

std::string shown(const Dim3 &size) {
  return std::to_string(size.x) + "," + std::to_string(size.y) + "," + std::to_string(size.z);
}

// "number size kind label"
std::string shown(const Allocation &a) {
  return std::to_string(a.told()) + " " + std::to_string(a.size) + " " +
         std::to_string(static_cast<int>(a.kind)) + " " + (a.label ? a.label : "-");
}

uint64_t digest_of(const Allocation &a) {
  return digest(reinterpret_cast<const void *>(a.start), a.size);
}

std::string hexadecimal(uint64_t number) {
  char text[20];
  snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

struct Deeds {
  std::mutex mutex;
  uint64_t launches = 0, reads = 0, overs = 0;
  size_t looked = 0, summed = 0;
  bool overlooked = false;            // a launch was not watched
  std::set<MemoryKey> known;          // (start, born) of what kernels have changed
  std::map<MemoryKey, uint64_t> left; // what kernels left where the host can write without a call
  std::set<std::string> kernels;
  std::set<MemoryKey> beyond;          // behind which something was written
  std::set<std::string> beyond_shared; // kernels that have written behind shared memory

  // Whether kernels may have written there.
  bool results(const Allocation &a) const {
    return overlooked || known.count({a.start, a.born}) != 0;
  }

  // Something else than a kernel's result has come to where kernels have left something.
  void over(const Allocation &a) {
    if ((a.number || a.label) && known.count({a.start, a.born}) && ++overs <= kMostTold)
      note({{"kind", "over"}, {"memory", shown(a)}});
  }

  // The host may have written there since the last launch.
  void look_again(const Allocation &a, uint64_t now) {
    auto found = left.find({a.start, a.born});
    if (found == left.end())
      return;
    if (found->second != now)
      over(a);
    left.erase(found);
  }

  std::string summarised(const void *start, size_t size) {
    if (summed + size > kSummaries)
      return "";
    summed += size;
    return summary(start, size);
  }
};

Deeds &deeds() {
  static Deeds *deeds = new Deeds;
  return *deeds;
}

// The folder that CASS_EXEC_DUMP begins with, and what to put there: " LAUNCH/NUMBER/LABEL" each.
bool dumping(uint64_t launch, const Allocation &a, std::string &file) {
  static const char *set = getenv("CASS_EXEC_DUMP");
  if (!set)
    return false;
  std::string name =
      std::to_string(launch) + "/" + std::to_string(a.told()) + "/" + (a.label ? a.label : "-");
  std::string_view all = set;
  size_t folder = std::min(all.find('\t'), all.size()), at = all.find("\t" + name + "\t", folder);
  if (at == all.npos)
    return false;
  std::replace(name.begin(), name.end(), '/', '.');
  file = std::string(all.substr(0, folder)) + "/" + name;
  return true;
}

void dump(uint64_t launch, const Allocation &a, const char *when) {
  std::string name;
  FILE *file = dumping(launch, a, name) ? fopen((name + when).c_str(), "wb") : nullptr;
  if (!file)
    return;
  fwrite(reinterpret_cast<const void *>(a.start), 1, a.size, file);
  fclose(file);
}

// Tell, once, that somebody wrote behind an allocation's end: a kernel, or who is not known.
void tell_behind(const Allocation &a, size_t bytes, const std::string &kernel) {
  size_t looked = std::min(bytes, a.behind);
  const Mark mark = Mark::of_allocation(a.number);
  size_t offset = mark.left(reinterpret_cast<const void *>(a.end()), looked);
  if (offset < looked && deeds().beyond.insert({a.start, a.born}).second)
    note({{"kind", "beyond"},
          {"memory", shown(a)},
          {"kernel", kernel},
          {"offset", std::to_string(a.size + offset)}});
}

// Whether the memory that a launch finds is told too (CASS_EXEC_DEEDS is "all").
bool telling_all() {
  static const bool wanted = telling() && std::string_view(getenv("CASS_EXEC_DEEDS")) == "all";
  return wanted;
}

// Memory that the host reads without a copy, or has read, may hold results.
void tell_content(const char *when, const Allocation &a) {
  Deeds &d = deeds();
  if (!a.number || !readable(a))
    return;
  tell_behind(a, a.behind, "");
  if (d.left.count({a.start, a.born}))
    d.look_again(a, digest_of(a));
  if (d.results(a))
    note({{"kind", when},
          {"memory", shown(a)},
          {"content", d.summarised(reinterpret_cast<const void *>(a.start), a.size)}});
}

__attribute__((destructor)) void tell_the_end() {
  if (!telling())
    return;
  if (deeds().launches)
    memory().visit([](const Allocation &a) {
      std::lock_guard lock(deeds().mutex);
      tell_content("kept", a);
    });
  note({{"kind", "end"}, {"launches", std::to_string(deeds().launches)}});
}

} // namespace

Deed::Deed(const Launch &launch) : launch_(launch) {
  if (!telling())
    return;
  Deeds &d = deeds();
  size_t bytes = 2 * bytes_of_all();
  {
    std::lock_guard lock(d.mutex);
    number_ = ++d.launches;
    watched_ = number_ <= kMostTold && bytes <= kOneLook && d.looked + bytes <= kAllLooks;
    d.looked += watched_ ? bytes : 0;
    d.overlooked |= !watched_;
  }
  watch_launch(number_, launch);
  if (!watched_)
    return;
  memory().visit([this](const Allocation &a) {
    if (!readable(a))
      return;
    uint64_t digest = before_[{a.start, a.born}] = digest_of(a);
    {
      std::lock_guard lock(deeds().mutex);
      deeds().look_again(a, digest);
      tell_behind(a, kBehind, "");
    }
    if (telling_all())
      found_ += (found_.empty() ? "" : "; ") + shown(a) + " " + hexadecimal(digest);
    dump(number_, a, ".before");
  });
}

Deed::~Deed() {
  if (!number_)
    return;
  end_watch(number_, launch_);
  Deeds &d = deeds();
  std::string changed;
  memory().visit([&](const Allocation &a) {
    auto found = before_.find({a.start, a.born});
    if (found == before_.end())
      return;
    uint64_t now = digest_of(a);
    dump(number_, a, ".after");
    if (a.behind) {
      std::lock_guard lock(d.mutex);
      tell_behind(a, kBehind, demangled(launch_.kernel->name));
    }
    if (now == found->second)
      return;
    changed += (changed.empty() ? "" : "; ") + shown(a) + " " + hexadecimal(now);
    std::lock_guard lock(d.mutex);
    d.known.insert(found->first);
    if (a.kind == MemoryKind::Pinned || a.kind == MemoryKind::Managed)
      d.left[found->first] = now;
  });
  bool fresh;
  {
    std::lock_guard lock(d.mutex);
    fresh = d.kernels.insert(launch_.kernel->name).second;
  }
  if (fresh || number_ <= kMostTold)
    note({{"kind", "did"},
          {"number", std::to_string(number_)},
          {"kernel", demangled(launch_.kernel->name)},
          {"grid", shown(launch_.grid)},
          {"block", shown(launch_.block)},
          {"changed", watched_ ? changed : "?"},
          {"found", found_}});
}

bool telling() {
  static const bool wanted = getenv("CASS_EXEC_DEEDS") && heard();
  return wanted;
}

void made(Allocation &allocation, size_t behind) {
  if (!telling())
    return;
  allocation.behind = behind;
  Mark::of_allocation(allocation.number).put(reinterpret_cast<void *>(allocation.end()), behind);
}

void wrote_behind_shared(const Kernel &kernel, size_t size, size_t offset) {
  std::lock_guard lock(deeds().mutex);
  if (deeds().beyond_shared.insert(kernel.name).second)
    note({{"kind", "beyond"},
          {"memory", "0 " + std::to_string(size) + " shared -"},
          {"kernel", demangled(kernel.name)},
          {"offset", std::to_string(size + offset)}});
}

void left(const Allocation &allocation) {
  if (!telling())
    return;
  std::lock_guard lock(deeds().mutex);
  tell_content("freed", allocation);
  memset(reinterpret_cast<void *>(allocation.end()), 0, allocation.behind); // who is next there
}

void copied(const void *to, const void *from, size_t size) {
  if (!telling())
    return;
  auto source = memory().find(from), target = memory().find(to);
  Deeds &d = deeds();
  std::lock_guard lock(d.mutex);
  if (source && d.left.count({source->start, source->born}))
    d.look_again(*source, digest_of(*source));
  if (target)
    d.left.erase({target->start, target->born}); // the copy itself is not to be taken for the host
  if (target && (!source || !source->number || !d.results(*source)))
    d.over(*target);
  if (!source || !d.results(*source))
    return;
  if (target) {
    d.known.insert({target->start, target->born});
    if (target->kind == MemoryKind::Device || target->kind == MemoryKind::Variable)
      return;
  }
  if (++d.reads > kMostTold)
    return;
  note({{"kind", "read"},
        {"memory", shown(*source)},
        {"offset", std::to_string(reinterpret_cast<uint64_t>(from) - source->start)},
        {"bytes", std::to_string(size)},
        {"content", size ? d.summarised(from, size) : ""}});
}

void filled(const void *to) {
  if (!telling())
    return;
  auto target = memory().find(to);
  Deeds &d = deeds();
  std::lock_guard lock(d.mutex);
  if (!target)
    return;
  d.left.erase({target->start, target->born});
  d.over(*target);
}

} // namespace cass
