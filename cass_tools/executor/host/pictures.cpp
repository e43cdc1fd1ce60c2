// Where pictures are kept: in memory whose addresses have 32 bits, since these are the handles.
#include "picture.hpp"

#include "memory.hpp"

#include <mutex>
#include <sys/mman.h>
#include <vector>

namespace cass {

namespace {

struct Kept {
  Picture picture;
  Origin origin;
  bool lives;
};

constexpr size_t kBytes = 1 << 24, kCount = kBytes / sizeof(Kept);
constexpr uint64_t kLowest = 1 << 28, kEnd = uint64_t{1} << 32;

#ifndef MAP_FIXED_NOREPLACE
constexpr int MAP_FIXED_NOREPLACE = 0x100000;
#endif

// Pages below 2^32, or nullptr.
void *map_low() {
  for (uint64_t at = kLowest; at + kBytes <= kEnd; at += kBytes) {
    void *wanted = reinterpret_cast<void *>(at);
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    void *found = mmap(wanted, kBytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (found == wanted)
      return found;
    if (found != MAP_FAILED)
      munmap(found, kBytes);
  }
  return nullptr;
}

class Shelf {
public:
  Kept *take() {
    std::lock_guard lock(mutex_);
    if (!start_ && (start_ = static_cast<Kept *>(map_low())))
      memory().adopt(start_, kBytes, MemoryKind::Variable);
    if (!start_ || (free_.empty() && used_ == kCount))
      return nullptr;
    if (free_.empty())
      return &start_[used_++];
    Kept *found = free_.back();
    free_.pop_back();
    return found;
  }

  void give_back(Kept *kept) {
    std::lock_guard lock(mutex_);
    *kept = {};
    free_.push_back(kept);
  }

  Kept *find(uint64_t handle) {
    std::lock_guard lock(mutex_);
    uint64_t offset = handle - reinterpret_cast<uint64_t>(start_);
    if (!start_ || offset >= used_ * sizeof(Kept) || offset % sizeof(Kept))
      return nullptr;
    Kept *found = &start_[offset / sizeof(Kept)];
    return found->lives ? found : nullptr;
  }

private:
  std::mutex mutex_;
  Kept *start_ = nullptr;
  size_t used_ = 0;
  std::vector<Kept *> free_;
};

Shelf &shelf() {
  static auto *shelf = new Shelf;
  return *shelf;
}

} // namespace

hipError_t make_picture(uint64_t *handle, const hipResourceDesc &resource,
                        const hipTextureDesc *texture, const hipResourceViewDesc *view) {
  Picture picture;
  if (hipError_t error = describe(picture, resource, texture, view))
    return error;
  Kept *kept = shelf().take();
  if (!kept)
    return hipErrorOutOfMemory;
  Origin origin{};
  origin.resource = resource;
  origin.is_texture = texture, origin.has_view = view;
  if (texture)
    origin.texture = *texture;
  if (view)
    origin.view = *view;
  *kept = {picture, origin, true};
  *handle = reinterpret_cast<uint64_t>(kept);
  return hipSuccess;
}

hipError_t destroy_picture(uint64_t handle) {
  Kept *kept = shelf().find(handle);
  if (!kept)
    return handle ? hipErrorInvalidValue : hipSuccess;
  shelf().give_back(kept);
  return hipSuccess;
}

const Origin *origin_of(uint64_t handle) {
  Kept *kept = shelf().find(handle);
  return kept ? &kept->origin : nullptr;
}

} // namespace cass
