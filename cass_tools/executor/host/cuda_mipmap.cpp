// CUDA's arrays with levels of detail: as many arrays, each half as large as the one before.
// Freeing no array is no error.
#include "arrays.hpp"
#include "picture.hpp"

#include <algorithm>
#include <mutex>
#include <set>

using namespace cass;

extern "C" hipError_t hipFreeArray(hipArray_t);

namespace {

constexpr unsigned kLayered = 1, kCubemap = 4;

struct All {
  std::mutex mutex;
  std::set<const void *> known;
};

All &all() {
  static auto *all = new All;
  return *all;
}

struct CUDA_ARRAY3D_DESCRIPTOR {
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
};

size_t halved(size_t size) { return size ? std::max<size_t>(size / 2, 1) : 0; }

unsigned most_levels(hipExtent e, bool layered) {
  size_t greatest = std::max({e.width, e.height, layered ? 0 : e.depth});
  unsigned count = 1;
  while (greatest >>= 1)
    ++count;
  return count;
}

hipError_t make(void **result, const hipChannelFormatDesc &desc, hipExtent extent, unsigned levels,
                unsigned flags) {
  bool layered = flags & (kLayered | kCubemap);
  unsigned most = most_levels(extent, layered);
  auto made = std::make_unique<Levels>();
  for (unsigned level = 0; level < std::clamp(levels, 1u, most); ++level) {
    hipArray_t array;
    if (hipError_t error = make_array(&array, desc, extent, flags)) {
      for (hipArray_t earlier : made->arrays)
        hipFreeArray(earlier);
      return error;
    }
    made->arrays.push_back(array);
    extent = {halved(extent.width), halved(extent.height),
              layered ? extent.depth : halved(extent.depth)};
  }
  std::lock_guard lock(all().mutex);
  *result = made.release();
  all().known.insert(*result);
  return hipSuccess;
}

hipError_t release(const void *mipmapped) {
  {
    std::lock_guard lock(all().mutex);
    if (!all().known.erase(mipmapped))
      return hipErrorInvalidValue;
  }
  auto levels = static_cast<const Levels *>(mipmapped);
  for (hipArray_t array : levels->arrays)
    hipFreeArray(array);
  delete levels;
  return hipSuccess;
}

hipError_t level(hipArray_t *array, const void *mipmapped, unsigned number) {
  const Levels *levels = levels_of(mipmapped);
  if (!array || !levels || number >= levels->arrays.size())
    return hipErrorInvalidValue;
  *array = levels->arrays[number];
  return hipSuccess;
}

} // namespace

const Levels *cass::levels_of(const void *mipmapped) {
  std::lock_guard lock(all().mutex);
  return all().known.count(mipmapped) ? static_cast<const Levels *>(mipmapped) : nullptr;
}

CUDA_API hipError_t cudaFreeArray(hipArray_t array) {
  return array ? hipFreeArray(array) : done(hipSuccess);
}

CUDA_API hipError_t cudaMallocMipmappedArray(void **result, const hipChannelFormatDesc *desc,
                                             hipExtent extent, unsigned levels, unsigned flags) {
  return done(result && desc ? make(result, *desc, extent, levels, flags) : hipErrorInvalidValue);
}

CUDA_API hipError_t cuMipmappedArrayCreate(void **result, const CUDA_ARRAY3D_DESCRIPTOR *d,
                                           unsigned levels) {
  hipChannelFormatDesc desc;
  if (!result || !d || !channel_desc(d->format, d->channels, desc))
    return done(hipErrorInvalidValue);
  return done(make(result, desc, {d->width, d->height, d->depth}, levels, d->flags));
}

CUDA_API hipError_t cudaFreeMipmappedArray(const void *array) {
  return done(array ? release(array) : hipSuccess);
}

CUDA_API hipError_t cuMipmappedArrayDestroy(const void *array) { return done(release(array)); }

CUDA_API hipError_t cudaGetMipmappedArrayLevel(hipArray_t *array, const void *mipmapped,
                                               unsigned number) {
  return done(level(array, mipmapped, number));
}

CUDA_API hipError_t cuMipmappedArrayGetLevel(hipArray_t *array, const void *mipmapped,
                                             unsigned number) {
  return done(level(array, mipmapped, number));
}
