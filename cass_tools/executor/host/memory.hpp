// Device, pinned and managed memory: pages of this process, each allocation between unmapped pages.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace cass {

enum class MemoryKind { Device, Pinned, Managed, Registered, Variable };

struct Allocation {
  uint64_t start;
  size_t size;
  MemoryKind kind;
  unsigned flags;
  size_t mapped; // bytes of address space, 0 where the memory is not ours
  int device;
  bool freed = false;
  uint64_t born = 0;   // the memory's version then: tells one allocation from a later one there
  uint64_t number = 0; // counts allocations from 1; 0 for memory of somebody else
  const char *label = nullptr; // a variable's name
  size_t behind = 0;           // bytes from its end on that are marked (behind.hpp)

  uint64_t end() const { return start + size; }
  uint64_t told() const { return label ? 0 : number; } // a variable goes by its name
  bool contains(uint64_t address) const { return address >= start && address < end(); }
};

class Memory {
public:
  explicit Memory(size_t capacity) : capacity_(capacity) {}

  // nullptr where the device's capacity or this machine's memory does not suffice.
  void *allocate(size_t size, MemoryKind kind, unsigned flags = 0);

  // Makes memory of somebody else known: registered host memory, variables of a code object.
  // False where it overlaps a known allocation.
  // `label` must live as long.
  bool adopt(void *start, size_t size, MemoryKind kind, unsigned flags = 0,
             const char *label = nullptr);

  // What starts there is a managed variable of this name, which must live as long.
  void name_managed(const void *start, const char *label);

  // The allocation that starts exactly there is unmapped (or forgotten); false where there is none.
  bool release(const void *start);

  // A descriptor of the memory of an allocation of ours that starts there, for other processes; it
  // is open until that is released. -1 where there is none. Nobody may use the memory meanwhile.
  int share(const void *start);

  // Device memory of another process, or of this one, by a descriptor of it that is ours from now
  // on and closed when the memory is released; nullptr where it cannot be mapped.
  void *open_shared(int file, size_t size);

  std::optional<Allocation> find(const void *address) const;

  // The allocation nearest to an address that is in none, for fault messages.
  std::optional<Allocation> nearest(uint64_t address) const;

  // All that is there now, by address; nothing is given up before the last visit has ended.
  template <typename F> void visit(F visitor) const {
    std::lock_guard lock(mutex_);
    for (const auto &[start, allocation] : allocations_)
      visitor(allocation);
  }

  // Changes whenever something is allocated, adopted or released.
  uint64_t version() const { return version_.load(std::memory_order_relaxed); }

  // Whether pinned, managed or registered memory is in use.
  bool shared_with_host() const;

  size_t capacity() const { return capacity_; }
  size_t available() const; // of the current device

private:
  std::optional<Allocation> find_locked(uint64_t address) const;
  void *map(size_t data, bool guarded);
  void unmap(const Allocation &allocation);
  void unshare(const Allocation &allocation);

  void retire(const Allocation &allocation);

  mutable std::mutex mutex_;
  std::atomic<uint64_t> version_{1};
  std::map<uint64_t, Allocation> allocations_; // by start
  std::map<uint64_t, Allocation> retired_;     // released, inaccessible, kept to be told
  std::multimap<size_t, void *> freed_;        // large blocks for reuse, by size, inaccessible
  std::map<uint64_t, int> shared_;             // descriptors, by start
  size_t capacity_, freed_bytes_ = 0;
  uint64_t allocated_ = 0;     // so far
  std::map<int, size_t> used_; // by device
};

// The memory of all devices; lives until the process ends.
Memory &memory();

// "4,096-byte hipMalloc"
std::string describe(const Allocation &allocation);

// "12 bytes past the end of a 4,096-byte hipMalloc", or "" where nothing is near.
std::string describe_near(uint64_t address);

} // namespace cass
