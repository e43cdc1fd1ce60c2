// Memory of a resident workgroup: its waves' registers, its LDS, its private memory. Reused, not
// cleared: as on hardware, what a workgroup finds there is left from another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace cass {

// Bytes behind private memory: a stack that overflows in the last lane ends there.
constexpr size_t kGuard = 1 << 16;

class Pages {
public:
  Pages() = default;
  Pages(Pages &&other) noexcept;
  Pages &operator=(Pages &&other) noexcept;
  ~Pages();

  // Zeroed memory; `alignment` above a page is a power of two such as 4 GiB. Throws std::bad_alloc.
  // `guard`: bytes, whole pages, behind it that nobody may touch.
  static Pages map(size_t size, size_t alignment = 4096, size_t guard = 0);

  uint64_t address() const { return address_; }
  size_t size() const { return size_ - guard_; }

private:
  uint64_t address_ = 0;
  size_t size_ = 0, guard_ = 0;
};

struct Storage {
  Pages lds, registers, scratch;
};

// At least these sizes; given back to a pool when the pointer is dropped.
std::shared_ptr<Storage> take_storage(size_t registers, size_t scratch);

} // namespace cass
