// What CUDA lets a program set of a device: cudaLimit, CUlimit. Nothing here depends on the values;
// those that hold without asking, and the errors, are an H200's with CUDA 13.
#include "hip_types.hpp"

#include "device.hpp"
#include "nvidia_device.hpp"

#include <map>
#include <mutex>
#include <utility>

using namespace cass;

namespace {

enum Limit {
  kStack,
  kPrintf,
  kHeap,
  kSyncDepth,
  kPendingLaunches,
  kFetchGranularity,
  kPersistingCache,
  kSharedMemory, // this and what follows: of the driver interface, not to be set
  kGraphics,
  kGraphicsFallback,
  kLimits
};

constexpr auto kNotPermitted = static_cast<hipError_t>(800); // HIP has none

// What was asked for, by device and limit.
struct Asked {
  std::mutex mutex;
  std::map<std::pair<int, int>, size_t> values;
};

Asked &asked() {
  static auto *asked = new Asked;
  return *asked;
}

size_t without_asking(const NvidiaCard &card, int which) {
  switch (which) {
  case kStack:
    return 1024;
  case kPrintf:
    return static_cast<size_t>(card.multiprocessors) * (64 << 10);
  case kHeap:
    return 8 << 20;
  case kSyncDepth:
    return 2;
  case kPendingLaunches:
    return 2048;
  case kFetchGranularity:
    return 64;
  case kPersistingCache:
    return card.l2 / 16 * 3;
  case kSharedMemory:
    return card.shared_of_block;
  default:
    return 0;
  }
}

hipError_t check_limit(int which) {
  constexpr int kFirstWithout = 90; // of the depth to which kernels wait for kernels they launch
  if (which < 0 || which >= kLimits)
    return hipErrorInvalidValue;
  bool lacks = which == kGraphicsFallback || (which == kSyncDepth && played_sm() >= kFirstWithout);
  return lacks || !nvidia_card() ? hipErrorUnsupportedLimit : hipSuccess;
}

hipError_t give_limit(size_t *value, int which) {
  if (!value)
    return done(hipErrorInvalidValue);
  if (hipError_t error = check_limit(which))
    return done(error);
  std::lock_guard lock(asked().mutex);
  auto found = asked().values.find({current_device(), which});
  *value = found == asked().values.end() ? without_asking(*nvidia_card(), which) : found->second;
  return done(hipSuccess);
}

hipError_t set_limit(int which, size_t value) {
  if (hipError_t error = check_limit(which))
    return done(error);
  if (which >= kSharedMemory)
    return done(kNotPermitted);
  std::lock_guard lock(asked().mutex);
  asked().values[{current_device(), which}] = value;
  return done(hipSuccess);
}

} // namespace

CUDA_API hipError_t cudaDeviceGetLimit(size_t *value, int which) {
  return give_limit(value, which);
}

CUDA_API hipError_t cudaDeviceSetLimit(int which, size_t value) { return set_limit(which, value); }

CUDA_API hipError_t cudaThreadGetLimit(size_t *value, int which) {
  return give_limit(value, which);
}

CUDA_API hipError_t cudaThreadSetLimit(int which, size_t value) { return set_limit(which, value); }

CUDA_API hipError_t cuCtxGetLimit(size_t *value, int which) { return give_limit(value, which); }

CUDA_API hipError_t cuCtxSetLimit(int which, size_t value) { return set_limit(which, value); }
