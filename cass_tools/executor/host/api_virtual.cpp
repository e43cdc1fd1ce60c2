// Virtual memory management: addresses and the memory behind them are had apart.
#include "virtual_types.hpp"

#include "device.hpp"
#include "memory.hpp"

#include <fcntl.h>
#include <set>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace cass;

namespace {

constexpr size_t kGranularity = 2 << 20; // bytes, least and recommended
constexpr uintptr_t kDescriptors = 1
                                   << 16; // a number below is a descriptor, above a pointer to one

enum { Pinned = 1, OnDevice = 1, PosixDescriptor = 1, Minimum = 0, Recommended = 1 };
enum Access : unsigned { NoAccess = 0, Read = 1, ReadWrite = 3 };

struct hipMemAccessDesc {
  hipMemLocation location;
  unsigned flags;
};

// Memory that may be mapped, several times and in other processes; gone with its last user.
struct Physical {
  Physical(int file, size_t size, const hipMemAllocationProp &properties)
      : file(file), size(size), properties(properties) {}
  Physical(const Physical &) = delete;
  ~Physical() { close(file); }

  int file;
  size_t size;
  hipMemAllocationProp properties;
};

// What the program holds; each export, import and retaining counts.
struct Handle {
  std::shared_ptr<Physical> memory;
  int users = 1;
};
using hipMemGenericAllocationHandle_t = Handle *;

struct Mapping {
  size_t size;
  Handle *handle;
  std::shared_ptr<Physical> memory;
  std::map<int, unsigned> access; // by device
};

// Reserved addresses with the mappings in them, and the stretches that are known as memory.
struct Reservation {
  size_t size;
  std::map<uint64_t, Mapping> mappings;
  std::vector<uint64_t> known;
};

struct Space {
  std::mutex mutex;
  std::map<uint64_t, Reservation> reservations;
  std::set<Handle *> handles;

  Reservation *around(uint64_t address, size_t size, uint64_t &start) {
    auto after = reservations.upper_bound(address);
    if (after == reservations.begin())
      return nullptr;
    start = std::prev(after)->first;
    Reservation &found = std::prev(after)->second;
    return address + size <= start + found.size && address + size >= address ? &found : nullptr;
  }
};

Space &space() {
  static auto *space = new Space;
  return *space;
}

uint64_t number(const void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

void *pointer(uint64_t address) { return reinterpret_cast<void *>(address); }

bool is_whole(size_t size) { return size != 0 && size % kGranularity == 0; }

bool is_valid(const hipMemAllocationProp *given) {
  if (!given)
    return false;
  hipMemAllocationProp p = taken(*given);
  return p.type == Pinned && p.location.type == OnDevice && is_device(p.location.id);
}

bool accessible(const Mapping &m) {
  for (auto &[device, flags] : m.access)
    if (flags != NoAccess)
      return true;
  return false;
}

// Neighbours that may be accessed are one piece of memory for copies and checks.
void make_known(Reservation &reservation) {
  for (uint64_t begin : reservation.known)
    memory().release(pointer(begin));
  reservation.known.clear();
  for (auto at = reservation.mappings.begin(); at != reservation.mappings.end();) {
    uint64_t begin = at->first, end = begin;
    for (; at != reservation.mappings.end() && at->first == end && accessible(at->second); ++at)
      end += at->second.size;
    if (end == begin) {
      ++at;
      continue;
    }
    if (memory().adopt(pointer(begin), end - begin, MemoryKind::Device))
      reservation.known.push_back(begin);
  }
}

hipError_t add(hipMemGenericAllocationHandle_t *handle, std::shared_ptr<Physical> physical) {
  *handle = new Handle{std::move(physical)};
  space().handles.insert(*handle);
  return hipSuccess;
}

// The mappings that fill [address, address + size) exactly; empty where there are none.
std::vector<Mapping *> mappings_in(Reservation &reservation, uint64_t address, size_t size) {
  std::vector<Mapping *> found;
  uint64_t end = address;
  for (auto at = reservation.mappings.find(address);
       at != reservation.mappings.end() && at->first == end && end < address + size; ++at) {
    found.push_back(&at->second);
    end += at->second.size;
  }
  return end == address + size ? found : std::vector<Mapping *>();
}

} // namespace

HIP_API hipError_t hipMemGetAllocationGranularity(size_t *granularity,
                                                  const hipMemAllocationProp *properties,
                                                  int option) {
  if (!granularity || !is_valid(properties) || (option != Minimum && option != Recommended))
    return done(hipErrorInvalidValue);
  *granularity = kGranularity;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemAddressReserve(void **address, size_t size, size_t alignment, void *wanted,
                                        unsigned long long flags) {
  if (!address || flags)
    return done(hipErrorInvalidValue);
  if (!is_whole(size) || (alignment & (alignment - 1)))
    return done(hipErrorOutOfMemory);
  size_t step = std::max(alignment, kGranularity), all = size + step;
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  void *start = mmap(wanted, all, PROT_NONE, kFlags, -1, 0);
  if (start == MAP_FAILED)
    return done(hipErrorOutOfMemory);
  uint64_t begin = (number(start) + step - 1) & ~(step - 1);
  if (begin > number(start))
    munmap(start, begin - number(start));
  munmap(pointer(begin + size), number(start) + all - begin - size);
  std::lock_guard lock(space().mutex);
  space().reservations[begin].size = size;
  *address = pointer(begin);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemAddressFree(void *address, size_t size) {
  std::lock_guard lock(space().mutex);
  auto found = space().reservations.find(number(address));
  if (found == space().reservations.end() || found->second.size != size ||
      !found->second.mappings.empty())
    return done(hipErrorInvalidValue);
  munmap(address, size);
  space().reservations.erase(found);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t size,
                                const hipMemAllocationProp *properties, unsigned long long flags) {
  if (!handle || !is_valid(properties) || !is_whole(size) || flags)
    return done(hipErrorInvalidValue);
  if (size > memory().available())
    return done(hipErrorOutOfMemory);
  int file = memfd_create("hipMemCreate", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, static_cast<off_t>(size)) != 0) {
    if (file >= 0)
      close(file);
    return done(hipErrorOutOfMemory);
  }
  std::lock_guard lock(space().mutex);
  return add(handle, std::make_shared<Physical>(file, size, taken(*properties)));
}

HIP_API hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle) {
  std::lock_guard lock(space().mutex);
  if (!space().handles.count(handle))
    return done(hipErrorInvalidValue);
  if (--handle->users == 0) {
    space().handles.erase(handle);
    delete handle;
  }
  return done(hipSuccess);
}

HIP_API hipError_t hipMemMap(void *address, size_t size, size_t offset,
                             hipMemGenericAllocationHandle_t handle, unsigned long long flags) {
  std::lock_guard lock(space().mutex);
  uint64_t start = 0;
  Reservation *found = space().around(number(address), size, start);
  if (!found || !is_whole(size) || flags || offset || number(address) % kGranularity ||
      !space().handles.count(handle) || size > handle->memory->size)
    return done(hipErrorInvalidValue);
  auto next = found->mappings.lower_bound(number(address));
  bool taken = next != found->mappings.end() && next->first < number(address) + size;
  if (next != found->mappings.begin())
    taken |= std::prev(next)->first + std::prev(next)->second.size > number(address);
  if (taken)
    return done(hipErrorInvalidValue);
  constexpr int kFlags = MAP_SHARED | MAP_FIXED;
  if (mmap(address, size, PROT_NONE, kFlags, handle->memory->file, 0) == MAP_FAILED)
    return done(hipErrorOutOfMemory);
  found->mappings[number(address)] = {size, handle, handle->memory, {}};
  return done(hipSuccess);
}

HIP_API hipError_t hipMemUnmap(void *address, size_t size) {
  synchronize_device(-1); // work that uses it ends first
  std::lock_guard lock(space().mutex);
  uint64_t start = 0;
  Reservation *found = space().around(number(address), size, start);
  auto parts =
      found && size ? mappings_in(*found, number(address), size) : std::vector<Mapping *>();
  if (parts.empty())
    return done(hipErrorInvalidValue);
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
  mmap(address, size, PROT_NONE, kFlags, -1, 0);
  auto &all = found->mappings;
  all.erase(all.lower_bound(number(address)), all.lower_bound(number(address) + size));
  make_known(*found);
  return done(hipSuccess);
}

// A device that may write makes the pages writable: there is one address space for all of them.
HIP_API hipError_t hipMemSetAccess(void *address, size_t size, const hipMemAccessDesc *descriptions,
                                   size_t count) {
  synchronize_device(-1);
  std::lock_guard lock(space().mutex);
  uint64_t start = 0;
  Reservation *found = space().around(number(address), size, start);
  if (!address || !found || !size || !descriptions || !count)
    return done(hipErrorInvalidValue);
  auto parts = mappings_in(*found, number(address), size);
  for (size_t i = 0; i < count; ++i) {
    const hipMemAccessDesc &d = descriptions[i];
    bool right = d.flags == NoAccess || d.flags == Read || d.flags == ReadWrite;
    if (d.location.type != OnDevice || !is_device(d.location.id) || !right)
      return done(hipErrorInvalidValue);
  }
  if (parts.empty())
    return done(hipErrorInvalidValue);
  uint64_t at = number(address);
  for (Mapping *part : parts) {
    unsigned all = NoAccess;
    for (size_t i = 0; i < count; ++i)
      part->access[descriptions[i].location.id] = descriptions[i].flags;
    for (auto &[device, flags] : part->access)
      all |= flags;
    int protection = all == ReadWrite ? PROT_READ | PROT_WRITE
                     : all == Read    ? PROT_READ
                                      : PROT_NONE;
    mprotect(pointer(at), part->size, protection);
    at += part->size;
  }
  make_known(*found);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemGetAccess(unsigned long long *flags, const hipMemLocation *location,
                                   void *address) {
  std::lock_guard lock(space().mutex);
  uint64_t start = 0;
  Reservation *found = space().around(number(address), 1, start);
  if (!flags || !location || !found || location->type != OnDevice || !is_device(location->id))
    return done(hipErrorInvalidValue);
  auto after = found->mappings.upper_bound(number(address));
  if (after == found->mappings.begin() ||
      std::prev(after)->first + std::prev(after)->second.size <= number(address))
    return done(hipErrorInvalidValue);
  auto &access = std::prev(after)->second.access;
  auto of_device = access.find(location->id);
  *flags = of_device == access.end() ? NoAccess : of_device->second;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *properties,
                                                           hipMemGenericAllocationHandle_t handle) {
  std::lock_guard lock(space().mutex);
  if (!properties || !space().handles.count(handle))
    return done(hipErrorInvalidValue);
  give(handle->memory->properties, properties);
  return done(hipSuccess);
}

HIP_API hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *handle,
                                                void *address) {
  std::lock_guard lock(space().mutex);
  uint64_t start = 0;
  Reservation *found = handle ? space().around(number(address), 1, start) : nullptr;
  if (!found)
    return done(hipErrorInvalidValue);
  auto after = found->mappings.upper_bound(number(address));
  if (after == found->mappings.begin())
    return done(hipErrorInvalidValue);
  const auto &[begin, mapping] = *std::prev(after);
  if (begin + mapping.size <= number(address))
    return done(hipErrorInvalidValue);
  if (!space().handles.count(mapping.handle) || mapping.handle->memory != mapping.memory)
    return add(handle, mapping.memory); // the program has released its own
  *handle = mapping.handle;
  ++mapping.handle->users;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemExportToShareableHandle(void *result,
                                                 hipMemGenericAllocationHandle_t handle, int type,
                                                 unsigned long long flags) {
  std::lock_guard lock(space().mutex);
  if (!result || flags || type != PosixDescriptor || !space().handles.count(handle))
    return done(hipErrorInvalidValue);
  int file = fcntl(handle->memory->file, F_DUPFD_CLOEXEC, 0);
  if (file < 0)
    return done(hipErrorOperatingSystem);
  *static_cast<int *>(result) = file;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *handle,
                                                   void *shareable, int type) {
  struct stat status{};
  if (!handle || !shareable || type != PosixDescriptor)
    return done(hipErrorInvalidValue);
  bool is_number = number(shareable) < kDescriptors;
  int given = is_number ? static_cast<int>(number(shareable)) : *static_cast<int *>(shareable);
  int file = fcntl(given, F_DUPFD_CLOEXEC, 0);
  if (file < 0 || fstat(file, &status) != 0)
    return done(hipErrorInvalidValue);
  hipMemAllocationProp properties{};
  properties.type = Pinned;
  properties.handle_types = PosixDescriptor;
  properties.location = {OnDevice, current_device()};
  std::lock_guard lock(space().mutex);
  auto size = static_cast<size_t>(status.st_size);
  return add(handle, std::make_shared<Physical>(file, size, properties));
}
