#include "storage.hpp"

#include "device.hpp"

#include <atomic>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace cass {

namespace {

constexpr size_t kLdsAlignment = size_t{1} << 32;
constexpr uint64_t kAligned = uint64_t{0x2000} << 32; // far below where Linux maps by itself
constexpr uint64_t kAlignedEnd = uint64_t{0x5400} << 32;
constexpr size_t kPooled = 64;

void *map_at(uint64_t address, size_t size) {
  int fixed = address ? MAP_FIXED_NOREPLACE : 0;
  void *wanted = reinterpret_cast<void *>(address);
  void *got =
      mmap(wanted, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | fixed, -1, 0);
  if (got != MAP_FAILED && address && got != wanted) { // kernels before 4.17 take it as a hint only
    munmap(got, size);
    return MAP_FAILED;
  }
  return got;
}

struct Pool {
  std::mutex mutex;
  std::vector<Storage> free;

  Storage take() {
    std::lock_guard lock(mutex);
    if (free.empty())
      return {};
    Storage storage = std::move(free.back());
    free.pop_back();
    return storage;
  }

  void give(Storage storage) {
    std::lock_guard lock(mutex);
    if (free.size() < kPooled)
      free.push_back(std::move(storage));
  }
};

Pool &pool() {
  static Pool *pool = new Pool;
  return *pool;
}

} // namespace

Pages::Pages(Pages &&other) noexcept
    : address_(std::exchange(other.address_, 0)), size_(std::exchange(other.size_, 0)),
      guard_(std::exchange(other.guard_, 0)) {}

Pages &Pages::operator=(Pages &&other) noexcept {
  std::swap(address_, other.address_);
  std::swap(size_, other.size_);
  std::swap(guard_, other.guard_);
  return *this;
}

Pages::~Pages() {
  if (address_)
    munmap(reinterpret_cast<void *>(address_), size_);
}

Pages Pages::map(size_t data, size_t alignment, size_t guard) {
  static std::atomic<uint64_t> next{kAligned};
  Pages pages;
  if (data == 0)
    return pages;
  size_t size = ((data + 4095) & ~size_t{4095}) + guard;
  void *got = MAP_FAILED;
  if (alignment <= 4096)
    got = map_at(0, size);
  // Whatever is mapped there already is stepped over; freed places are found again after a round.
  for (int tries = 0; alignment > 4096 && got == MAP_FAILED && tries < 1 << 15; ++tries) {
    uint64_t address = next.fetch_add(alignment);
    if (address >= kAlignedEnd)
      next = kAligned;
    else
      got = map_at(address, size);
  }
  if (got == MAP_FAILED)
    throw std::bad_alloc();
  pages.address_ = reinterpret_cast<uint64_t>(got);
  pages.size_ = size;
  pages.guard_ = guard;
  mprotect(static_cast<char *>(got) + size - guard, guard, PROT_NONE);
  return pages;
}

std::shared_ptr<Storage> take_storage(size_t registers, size_t scratch) {
  auto *storage = new Storage(pool().take());
  std::shared_ptr<Storage> owner(storage, [](Storage *dropped) {
    pool().give(std::move(*dropped));
    delete dropped;
  });
  if (!storage->lds.address())
    storage->lds = Pages::map(group_memory(), kLdsAlignment);
  if (storage->registers.size() < registers)
    storage->registers = Pages::map(registers);
  if (storage->scratch.size() < scratch)
    storage->scratch = Pages::map(scratch, 4096, kGuard);
  return owner;
}

} // namespace cass
