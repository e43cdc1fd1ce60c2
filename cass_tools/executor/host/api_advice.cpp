// Advice about memory, and where it was prefetched to: remembered, so that programs read it back.
#include "hip_types.hpp"

#include "advice.hpp"
#include "device.hpp"
#include "memory.hpp"

#include <algorithm>
#include <mutex>

using namespace cass;

namespace {

constexpr uint64_t kPage = 4096; // advice is for whole pages

enum { ReadMostly = 1, PreferredLocation, AccessedBy, LastPrefetch, Coherency = 100 };

constexpr int kSetReadMostly = 1, kUnsetReadMostly = 2;

struct Advised {
  uint64_t born = 0;
  AdvicePieces pieces = {};
};

struct Table {
  std::mutex mutex;
  std::map<uint64_t, Advised> allocations; // by start; of those that were advised
};

Table &table() {
  static auto *table = new Table;
  return *table;
}

// The pages of a range, as offsets in its allocation.
struct Pages {
  Allocation allocation;
  uint64_t begin, end;
};

hipError_t pages_of(const void *pointer, size_t size, Pages &pages) {
  auto found = memory().find(pointer);
  if (!found || size == 0)
    return hipErrorInvalidValue;
  uint64_t offset = reinterpret_cast<uint64_t>(pointer) - found->start;
  uint64_t whole = (found->size + kPage - 1) / kPage * kPage;
  if (size > whole - offset)
    return hipErrorInvalidValue;
  pages = {*found, offset / kPage * kPage, (offset + size + kPage - 1) / kPage * kPage};
  return hipSuccess;
}

template <typename F> void change(const Pages &pages, F change_one) {
  std::lock_guard lock(table().mutex);
  Advised &advised = table().allocations[pages.allocation.start];
  if (advised.born != pages.allocation.born)
    advised = {pages.allocation.born};
  advised.pieces.change(pages.begin, pages.end, change_one);
}

Advice common(const Pages &pages) {
  std::lock_guard lock(table().mutex);
  auto found = table().allocations.find(pages.allocation.start);
  if (found == table().allocations.end() || found->second.born != pages.allocation.born)
    return {};
  return found->second.pieces.common(pages.begin, pages.end);
}

bool is_place(int number) { return number == kCpu || is_device(number); }

// Changes `a` as HIP's advice of this number says; false where there is no such advice.
bool apply(Advice &a, int advice, int device) {
  enum { SetPreferred = 3, UnsetPreferred, SetAccessed, UnsetAccessed };
  enum { SetCoarse = 100, UnsetCoarse };
  switch (advice) {
  case kSetReadMostly:
  case kUnsetReadMostly:
    a.read_mostly = advice == kSetReadMostly;
    return true;
  case SetPreferred:
  case UnsetPreferred:
    a.preferred = advice == SetPreferred ? device : kNowhere;
    return true;
  case SetAccessed:
    a.accessed_by.insert(device);
    return true;
  case UnsetAccessed:
    a.accessed_by.erase(device);
    return true;
  case SetCoarse:
  case UnsetCoarse:
    a.coarse = advice == SetCoarse;
    return true;
  default:
    return false;
  }
}

hipError_t read(void *data, size_t size, int attribute, const Advice &a) {
  auto numbers = static_cast<int *>(data);
  if (!data || size == 0 || size % sizeof(int) || (attribute != AccessedBy && size != sizeof(int)))
    return hipErrorInvalidValue;
  switch (attribute) {
  case ReadMostly:
    *numbers = a.read_mostly;
    return hipSuccess;
  case PreferredLocation:
    *numbers = a.preferred;
    return hipSuccess;
  case LastPrefetch:
    *numbers = a.prefetched;
    return hipSuccess;
  case Coherency:
    *numbers = a.coarse;
    return hipSuccess;
  case AccessedBy: {
    size_t room = size / sizeof(int), count = std::min(room, a.accessed_by.size());
    std::fill_n(numbers, room, kNowhere);
    std::copy_n(a.accessed_by.begin(), count, numbers);
    return hipSuccess;
  }
  default:
    return hipErrorInvalidValue;
  }
}

} // namespace

HIP_API hipError_t hipMemPrefetchAsync(const void *pointer, size_t size, int number,
                                       hipStream_t stream) {
  Pages pages;
  if (hipError_t error = pages_of(pointer, size, pages))
    return done(error);
  if (!stream_of(stream))
    return done(hipErrorContextIsDestroyed);
  if (!is_place(number))
    return done(hipErrorInvalidDevice);
  change(pages, [=](Advice &a) { a.prefetched = number; });
  return done(hipSuccess);
}

HIP_API hipError_t hipMemAdvise(const void *pointer, size_t size, int advice, int number) {
  Pages pages;
  Advice probe;
  if (hipError_t error = pages_of(pointer, size, pages))
    return done(error);
  if (pages.allocation.kind != MemoryKind::Managed || !apply(probe, advice, number))
    return done(hipErrorInvalidValue);
  bool of_place = advice != kSetReadMostly && advice != kUnsetReadMostly;
  if (of_place && !is_place(number))
    return done(hipErrorInvalidDevice);
  change(pages, [=](Advice &a) { apply(a, advice, number); });
  return done(hipSuccess);
}

HIP_API hipError_t hipMemRangeGetAttribute(void *data, size_t size, int attribute,
                                           const void *pointer, size_t count) {
  Pages pages;
  if (hipError_t error = pages_of(pointer, count, pages))
    return done(error);
  if (pages.allocation.kind != MemoryKind::Managed)
    return done(hipErrorInvalidValue);
  return done(read(data, size, attribute, common(pages)));
}

HIP_API hipError_t hipMemRangeGetAttributes(void **data, const size_t *sizes, const int *attributes,
                                            size_t number, const void *pointer, size_t count) {
  if (!data || !sizes || !attributes || number == 0)
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < number; ++i)
    if (hipError_t error =
            hipMemRangeGetAttribute(data[i], sizes[i], attributes[i], pointer, count))
      return error;
  return done(hipSuccess);
}
