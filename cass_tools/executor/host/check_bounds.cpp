// Accesses outside of what is allocated: they are told and left out.
#include "findings.hpp"
#include "memory.hpp"
#include "report.hpp"

#include <cstdio>
#include <mutex>

namespace cass {

namespace {

struct Span {
  uint64_t start = 0, end = 0;

  bool holds(uint64_t address, uint64_t size) const {
    return address >= start && address + size <= end && address + size > address;
  }
};

std::mutex allowed_mutex;

std::vector<Span> &allowed() {
  static auto *spans = new std::vector<Span>;
  return *spans;
}

// The memory around an address that kernels may use beside allocations, or an empty span.
Span runtime_span(const Access &a, uint64_t address) {
  const Grid &grid = *a.at->grid;
  const Kernel &kernel = *grid.launch.kernel;
  constexpr uint64_t kBehindArguments = 256;
  auto kernarg = reinterpret_cast<uint64_t>(grid.launch.kernarg.get());
  auto itself = reinterpret_cast<uint64_t>(&grid);
  const Span own[] = {
      {kernel.object->image, kernel.object->image + kernel.object->image_bytes},
      {kernarg, kernarg + kernel.kernarg_size + kBehindArguments},
      {itself, itself + sizeof grid},
  };
  for (const Span &span : own)
    if (span.holds(address, 1))
      return span;
  std::lock_guard lock(allowed_mutex);
  for (const Span &span : allowed())
    if (span.holds(address, 1))
      return span;
  return {};
}

Span span_around(const Access &a, uint64_t address) {
  auto found = memory().find(reinterpret_cast<void *>(address));
  return found ? Span{found->start, found->end()} : runtime_span(a, address);
}

std::string hexadecimal(uint64_t number) {
  char text[32];
  snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string past(uint64_t offset, uint64_t size) {
  if (offset > ~uint64_t{0} / 2)
    return std::to_string(0 - offset) + " bytes before the start of";
  if (offset < size)
    return "across the end of";
  return offset == size ? "right behind the end of"
                        : std::to_string(offset - size) + " bytes past the end of";
}

std::string describe(const Access &a, unsigned lane) {
  uint64_t address = a.addresses[lane];
  std::string text = "out of bounds: " + shown(a);
  if (a.space(lane) == Space::Local) {
    uint64_t size = a.wave->lds_size;
    return text + shown_shared(a, lane) + ", " +
           past(a.at->checks->shared->place(address).offset, size) + " the workgroup's " +
           std::to_string(size) + " bytes";
  }
  if (a.space(lane) == Space::Private) {
    uint64_t offset = address - a.wave->scratch - lane * a.wave->scratch_stride;
    return text + " of private memory, " + past(offset, a.wave->scratch_stride) + " the thread's " +
           std::to_string(a.wave->scratch_stride) + " bytes";
  }
  text += " at " + hexadecimal(address);
  if (address >> 32 == kPoison)
    return text + ", an address that was never written";
  std::string near = describe_near(address);
  return text + (near.empty() ? ", where the GPU has no memory" : ", " + near);
}

// What the last access was inside of; good as long as nothing was allocated or freed.
struct Recent {
  Span span;
  uint64_t version = 0;
};

bool inside(const Access &a, unsigned lane, Recent &recent) {
  uint64_t address = a.addresses[lane];
  switch (a.space(lane)) {
  case Space::Local: {
    const SharedChecks &shared = *a.at->checks->shared;
    return shared.holds(address, a.size) ||
           (a.size == sizeof(uint64_t) && shared.is_barrier(address));
  }
  case Space::Private: {
    uint64_t offset = address - a.wave->scratch - lane * a.wave->scratch_stride;
    return offset < a.wave->scratch_stride && offset + a.size <= a.wave->scratch_stride;
  }
  case Space::Global:
    break;
  }
  if (uint64_t version = memory().version(); version != recent.version)
    recent = {{}, version};
  if (!recent.span.holds(address, a.size))
    recent.span = span_around(a, address);
  return recent.span.holds(address, a.size);
}

} // namespace

void allow_runtime_memory(const void *start, size_t size) {
  std::lock_guard lock(allowed_mutex);
  auto address = reinterpret_cast<uint64_t>(start);
  allowed().push_back({address, address + size});
}

uint64_t check_bounds(const Access &a) {
  thread_local Recent recent;
  uint64_t good = 0;
  each_lane(a.active, [&](unsigned lane) {
    if (inside(a, lane, recent))
      good |= uint64_t{1} << lane;
  });
  uint64_t bad = a.active & ~good;
  if (!bad || !checking(kBounds))
    return good;
  auto lane = static_cast<unsigned>(__builtin_ctzll(bad));
  int others = __builtin_popcountll(bad) - 1;
  found(kBounds, a, lane,
        describe(a, lane) + (others ? " (and in " + std::to_string(others) + " more lanes)" : ""));
  if (a.space(lane) == Space::Private) // a stack that overflows would go on for ever
    end_program(kFaulted, "fault", a.at->grid->launch.kernel->name,
                a.at->grid->shown() + ": a lane has used more than its private memory");
  return good;
}

} // namespace cass
