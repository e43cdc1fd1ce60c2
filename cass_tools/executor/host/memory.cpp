#include "memory.hpp"

#include "checks.hpp"
#include "deeds.hpp"
#include "device.hpp"

#include <algorithm>
#include <sys/mman.h>
#include <unistd.h>

namespace cass {

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kGuardedAllocations =
    16384; // each guard page costs the kernel a mapping of 65,530
constexpr size_t kReused = 256 << 10, kFreed = 1 << 30; // least block that is kept, bytes of all
constexpr size_t kHuge = 4 << 20;                       // bytes from which on huge pages pay
constexpr size_t kPoisoned = 256 << 20;                 // bytes of one allocation
constexpr size_t kRetired = 8192;
constexpr uint64_t kNear = 16 << 20, kNearVariable = 64; // bytes

// Bytes behind an allocation that nobody may touch.
size_t guard_bytes() {
  static const size_t bytes = checking(kBounds) ? 16 * kPage : kPage;
  return bytes;
}

size_t whole_pages(size_t bytes) { return (bytes + kPage - 1) & ~(kPage - 1); }

} // namespace

// A block of `data` bytes, with a page behind it that nobody may touch.
void *Memory::map(size_t data, bool guarded) {
  auto reused = guarded ? freed_.find(data) : freed_.end();
  if (reused != freed_.end()) {
    void *start = reused->second;
    freed_.erase(reused);
    freed_bytes_ -= data;
    mprotect(start, data, PROT_READ | PROT_WRITE);
    return start;
  }
  size_t mapped = data + (guarded ? guard_bytes() : 0);
  void *start = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    return nullptr;
  if (guarded)
    mprotect(static_cast<char *>(start) + data, guard_bytes(), PROT_NONE);
  if (data >= kHuge)
    madvise(start, data, MADV_HUGEPAGE); // fewer page faults
  return start;
}

// Large blocks are kept for a while, since fresh pages cost as much as what is done with them.
void Memory::unmap(const Allocation &allocation) {
  void *start = reinterpret_cast<void *>(allocation.start);
  size_t data = whole_pages(allocation.size ? allocation.size : 1);
  bool guarded = allocation.mapped > data;
  if (guarded && data >= kReused && freed_bytes_ + data <= kFreed &&
      mprotect(start, data, PROT_NONE) == 0) {
    freed_.emplace(data, start);
    freed_bytes_ += data;
  } else {
    munmap(start, allocation.mapped);
  }
}

// With checks, freed memory keeps its place, so that who still uses it is found.
void Memory::retire(const Allocation &allocation) {
  void *start = reinterpret_cast<void *>(allocation.start);
  mprotect(start, allocation.mapped, PROT_NONE);
  madvise(start, allocation.mapped, MADV_DONTNEED);
  retired_[allocation.start] = allocation;
  retired_[allocation.start].freed = true;
  if (retired_.size() > kRetired) {
    auto first = retired_.begin();
    munmap(reinterpret_cast<void *>(first->second.start), first->second.mapped);
    retired_.erase(first);
  }
}

int Memory::share(const void *start) {
  std::lock_guard lock(mutex_);
  auto found = allocations_.find(reinterpret_cast<uint64_t>(start));
  if (found == allocations_.end() || !found->second.mapped)
    return -1;
  auto shared = shared_.find(found->first);
  if (shared != shared_.end())
    return shared->second;
  size_t size = whole_pages(found->second.size);
  int file = memfd_create("hipMalloc", MFD_CLOEXEC);
  bool filled = file >= 0 && ftruncate(file, static_cast<off_t>(size)) == 0;
  for (size_t at = 0; filled && at < size;) {
    ssize_t n =
        pwrite(file, static_cast<const char *>(start) + at, size - at, static_cast<off_t>(at));
    filled = n > 0;
    at += filled ? static_cast<size_t>(n) : 0;
  }
  constexpr int kAccess = PROT_READ | PROT_WRITE, kFlags = MAP_SHARED | MAP_FIXED;
  if (!filled || mmap(const_cast<void *>(start), size, kAccess, kFlags, file, 0) == MAP_FAILED) {
    if (file >= 0)
      close(file);
    return -1;
  }
  return shared_[found->first] = file;
}

// What another process may still see is not given to somebody else.
void Memory::unshare(const Allocation &allocation) {
  auto shared = shared_.find(allocation.start);
  if (shared == shared_.end())
    return;
  constexpr int kAccess = PROT_READ | PROT_WRITE, kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
  void *start = reinterpret_cast<void *>(allocation.start);
  mmap(start, whole_pages(allocation.size), kAccess, kFlags, -1, 0);
  close(shared->second);
  shared_.erase(shared);
}

void *Memory::allocate(size_t size, MemoryKind kind, unsigned flags) {
  std::lock_guard lock(mutex_);
  bool on_device = kind != MemoryKind::Pinned;
  if (size > capacity_ || (on_device && size > capacity_ - used_[current_device()]))
    return nullptr;
  size_t data = whole_pages(size ? size : 1);
  bool guarded = allocations_.size() < kGuardedAllocations;
  void *start = map(data, guarded);
  if (!start)
    return nullptr;
  uint64_t address = reinterpret_cast<uint64_t>(start);
  allocations_[address] = {address,         size, kind, flags, data + (guarded ? guard_bytes() : 0),
                           current_device()};
  allocations_[address].born = ++version_;
  allocations_[address].number = ++allocated_;
  made(allocations_[address], data - size);
  if (kind == MemoryKind::Device && checking(kInit))
    poison(start, std::min(data, kPoisoned));
  if (on_device)
    used_[current_device()] += size;
  return start;
}

bool Memory::adopt(void *start, size_t size, MemoryKind kind, unsigned flags, const char *label) {
  std::lock_guard lock(mutex_);
  uint64_t address = reinterpret_cast<uint64_t>(start);
  auto next = allocations_.lower_bound(address);
  bool overlaps =
      find_locked(address) || (next != allocations_.end() && next->second.start < address + size);
  if (!overlaps) {
    allocations_[address] = {address, size, kind, flags, 0, current_device()};
    allocations_[address].label = label;
    ++version_;
  }
  return !overlaps;
}

void Memory::name_managed(const void *start, const char *label) {
  std::lock_guard lock(mutex_);
  auto found = allocations_.find(reinterpret_cast<uint64_t>(start));
  if (found == allocations_.end())
    return;
  found->second.kind = MemoryKind::Managed;
  found->second.label = label;
  if (found->second.number && found->second.number == allocated_)
    --allocated_; // the program has not asked for it
}

void *Memory::open_shared(int file, size_t size) {
  size_t data = whole_pages(size);
  void *start = mmap(nullptr, data, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (start == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  std::lock_guard lock(mutex_);
  uint64_t address = reinterpret_cast<uint64_t>(start);
  Allocation made{address, size, MemoryKind::Device, 0, data, current_device()};
  made.born = ++version_;
  allocations_[address] = made;
  shared_[address] = file;
  return start;
}

bool Memory::release(const void *start) {
  std::lock_guard lock(mutex_);
  auto found = allocations_.find(reinterpret_cast<uint64_t>(start));
  if (found == allocations_.end())
    return false;
  const Allocation &allocation = found->second;
  left(allocation);
  if (allocation.mapped && allocation.number && allocation.kind != MemoryKind::Pinned)
    used_[allocation.device] -= allocation.size;
  ++version_;
  unshare(allocation);
  if (allocation.mapped && checking(kBounds))
    retire(allocation);
  else if (allocation.mapped)
    unmap(allocation);
  allocations_.erase(found);
  return true;
}

std::optional<Allocation> Memory::find_locked(uint64_t address) const {
  auto after = allocations_.upper_bound(address);
  if (after == allocations_.begin())
    return std::nullopt;
  const Allocation &before = std::prev(after)->second;
  if (before.contains(address) || (before.size == 0 && before.start == address))
    return before;
  return std::nullopt;
}

std::optional<Allocation> Memory::find(const void *address) const {
  std::lock_guard lock(mutex_);
  return find_locked(reinterpret_cast<uint64_t>(address));
}

std::optional<Allocation> Memory::nearest(uint64_t address) const {
  // Called from a signal handler: a lock that is held would never be released.
  std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock())
    return std::nullopt;
  auto freed = retired_.upper_bound(address);
  if (freed != retired_.begin() && std::prev(freed)->second.contains(address))
    return std::prev(freed)->second;
  // Variables lie among others that are not known by name: only the very next one tells anything.
  const auto far = [address](const Allocation &a) {
    uint64_t distance = address < a.start ? a.start - address : address - (a.end() - (a.size > 0));
    uint64_t reach = a.kind == MemoryKind::Variable ? kNearVariable : kNear;
    return a.contains(address) ? 0 : distance < reach ? distance : ~uint64_t{0};
  };
  auto after = allocations_.upper_bound(address);
  std::optional<Allocation> best;
  uint64_t least = ~uint64_t{0};
  const auto offer = [&](const Allocation &a) {
    if (far(a) < least)
      best = a, least = far(a);
  };
  for (auto next = after; next != allocations_.end() && !best; ++next) {
    offer(next->second);
    if (next->first - address > kNear)
      break;
  }
  bool found = false;
  for (auto before = after; before != allocations_.begin() && !found;) {
    const Allocation &a = (--before)->second;
    found = far(a) != ~uint64_t{0} || address - a.start > kNear + a.size;
    offer(a);
  }
  return best;
}

bool Memory::shared_with_host() const {
  std::lock_guard lock(mutex_);
  for (const auto &[start, a] : allocations_)
    if (a.kind != MemoryKind::Device && a.kind != MemoryKind::Variable)
      return true;
  return false;
}

size_t Memory::available() const {
  std::lock_guard lock(mutex_);
  auto used = used_.find(current_device());
  return capacity_ - (used == used_.end() ? 0 : used->second);
}

Memory &memory() {
  static Memory *memory = new Memory(device().memory);
  return *memory;
}

namespace {

// "4,096"
std::string with_commas(uint64_t number) {
  std::string digits = std::to_string(number);
  for (size_t at = digits.size(); at > 3; at -= 3)
    digits.insert(at - 3, ",");
  return digits;
}

} // namespace

std::string describe(const Allocation &allocation) {
  const char *const kNames[] = {"hipMalloc", "hipHostMalloc", "hipMallocManaged", "hipHostRegister",
                                "device variable"};
  return with_commas(allocation.size) + "-byte " + kNames[static_cast<int>(allocation.kind)] +
         (allocation.freed ? " that was freed" : "");
}

std::string describe_near(uint64_t address) {
  auto found = memory().nearest(address);
  if (!found)
    return {};
  const auto bytes = [](uint64_t count) {
    return with_commas(count) + (count == 1 ? " byte" : " bytes");
  };
  std::string whole = "a " + describe(*found);
  if (address < found->start)
    return bytes(found->start - address) + " before " + whole;
  if (address == found->end())
    return "right behind the end of " + whole;
  if (address > found->end())
    return bytes(address - found->end()) + " past the end of " + whole;
  return bytes(address - found->start) + " into " + whole;
}

} // namespace cass
