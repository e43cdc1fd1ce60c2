// CUDA's memory calls whose parameters differ from HIP's, or between CUDA 12 and 13.
#include "hip_types.hpp"

#include "nvidia_device.hpp"

using namespace cass;

extern "C" {
hipError_t hipMallocHost(void **, size_t);
hipError_t hipMemAdvise(const void *, size_t, int, int);
hipError_t hipMemPrefetchAsync(const void *, size_t, int, hipStream_t);
}

namespace {

// cudaMemLocation, which is passed in one register like the device's number that it replaced.
struct Location {
  int type, id;
};

constexpr int kOfDevice = 1, kHostAsDevice = -1;

// The device's number as the older calls have it.
int number_of(uint64_t place, bool is_location) {
  Location location{static_cast<int>(place), static_cast<int>(place >> 32)};
  if (!is_location)
    return location.type;
  return location.type == kOfDevice ? location.id : kHostAsDevice;
}

} // namespace

CUDA_API hipError_t cudaMallocHost(void **pointer, size_t size) {
  return hipMallocHost(pointer, size);
}

CUDA_API hipError_t cudaMemAdvise(const void *pointer, size_t size, int advice, uint64_t place) {
  return hipMemAdvise(pointer, size, advice, number_of(place, cuda_version() >= 13));
}

CUDA_API hipError_t cudaMemAdvise_v2(const void *pointer, size_t size, int advice, uint64_t place) {
  return hipMemAdvise(pointer, size, advice, number_of(place, true));
}

CUDA_API hipError_t cuMemAdvise_v2(const void *pointer, size_t size, int advice, uint64_t place) {
  return hipMemAdvise(pointer, size, advice, number_of(place, true));
}

CUDA_API hipError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t size, uint64_t place,
                                            unsigned, hipStream_t stream) {
  return hipMemPrefetchAsync(pointer, size, number_of(place, true), stream);
}

// Before CUDA 13 the stream is the fourth parameter.
CUDA_API hipError_t cudaMemPrefetchAsync(const void *pointer, size_t size, uint64_t place,
                                         uintptr_t fourth, hipStream_t stream) {
  if (cuda_version() >= 13)
    return cudaMemPrefetchAsync_v2(pointer, size, place, 0, stream);
  return hipMemPrefetchAsync(pointer, size, number_of(place, false),
                             reinterpret_cast<hipStream_t>(fourth));
}

CUDA_API hipError_t cudaMemPrefetchAsync_ptsz(const void *pointer, size_t size, uint64_t place,
                                              uintptr_t fourth, hipStream_t stream) {
  if (cuda_version() >= 13)
    return cudaMemPrefetchAsync_v2(pointer, size, place, 0, per_thread(stream));
  auto own = per_thread(reinterpret_cast<hipStream_t>(fourth));
  return hipMemPrefetchAsync(pointer, size, number_of(place, false), own);
}

CUDA_API hipError_t cuMemPrefetchAsync_v2(const void *pointer, size_t size, uint64_t place,
                                          unsigned, hipStream_t stream) {
  return hipMemPrefetchAsync(pointer, size, number_of(place, true), stream);
}
