// What programs of CUDA read and set of kernels, by both interfaces. Limits and errors are those of
// an H200 with CUDA 13. Host functions, CUfunction, CUkernel and cudaKernel_t all are handles that
// each device finds its own code by.
#include "hip_types.hpp"

#include "device.hpp"
#include "function_attributes.hpp"
#include "nvidia_device.hpp"
#include "report.hpp"

#include <climits>
#include <cstring>

using namespace cass;

namespace {

// The program's setting is kept one higher: 0 is none.
int setting(const Kernel &kernel, int which, int without) {
  int kept = kernel.asked[static_cast<size_t>(which)];
  return kept ? kept - 1 : without;
}

size_t static_shared(const Kernel &kernel) { return kernel.nvidia ? kernel.nvidia->shared : 0; }

size_t shared_of_block() { return nvidia_card() ? nvidia_card()->shared_of_block : 0; }

struct FunctionAttributes {
  size_t shared, constant, local;
  int threads, registers, ptx_version, binary_version, caches_globals, dynamic_shared, carveout;
  int must_have_cluster, cluster[3], cluster_policy, odd_clusters;
  // `reserved` follows, which is left as it is: its length differs between releases.
};

// What NVIDIA's compiler says, not what its translation needs.
FunctionAttributes attributes_of(const Kernel &kernel) {
  const NvidiaKernel said = kernel.nvidia ? *kernel.nvidia : NvidiaKernel{};
  FunctionAttributes a{};
  a.shared = said.shared;
  a.local = said.local;
  a.registers = said.registers;
  a.threads = said.max_threads ? said.max_threads : static_cast<int>(kMaxThreads);
  a.ptx_version = a.binary_version = played_sm();
  a.dynamic_shared = static_cast<int>(dynamic_shared_limit(kernel));
  a.carveout = setting(kernel, kCarveout, -1);
  for (int i = 0; i < 3; ++i)
    a.cluster[i] = setting(kernel, kClusterWidth + i, static_cast<int>(said.cluster[i]));
  a.must_have_cluster = said.cluster[0] != 0;
  a.odd_clusters = setting(kernel, kOddClusters, 0);
  a.cluster_policy = setting(kernel, kClusterPolicy, 0);
  return a;
}

int bounded(size_t bytes) { return static_cast<int>(std::min<size_t>(bytes, INT_MAX)); }

hipError_t give_attribute(int *value, int which, const Kernel &kernel) {
  FunctionAttributes a = attributes_of(kernel);
  const int values[kAttributes] = {
      a.threads,        bounded(a.shared), bounded(a.constant), bounded(a.local),
      a.registers,      a.ptx_version,     a.binary_version,    a.caches_globals,
      a.dynamic_shared, a.carveout,        a.must_have_cluster, a.cluster[0],
      a.cluster[1],     a.cluster[2],      a.odd_clusters,      a.cluster_policy};
  if (!value || which < 0 || which >= kAttributes)
    return hipErrorInvalidValue;
  *value = values[which];
  return hipSuccess;
}

bool allowed(const Kernel &kernel, int which, int value) {
  switch (which) {
  case kDynamicShared:
    return value >= 0 && static_cast<size_t>(value) + static_shared(kernel) <= shared_of_block();
  case kCarveout:
    return value >= -1 && value <= 100;
  case kClusterWidth:
  case kClusterHeight:
  case kClusterDepth:
    return value >= 0;
  case kOddClusters:
    return true;
  case kClusterPolicy:
    return value == 0 || value == 1;
  default:
    return false; // what the compiler decided
  }
}

hipError_t set_attribute(const Kernel &kernel, int which, int value) {
  if (!allowed(kernel, which, value))
    return hipErrorInvalidValue;
  int kept = which == kOddClusters ? value != 0 : value;
  kernel.asked[static_cast<size_t>(which)] = kept + 1;
  return hipSuccess;
}

// The places of the parameters, as the lifter wrote them: offset:size,...
hipError_t give_parameter(const Kernel *kernel, size_t index, size_t *offset, size_t *size) {
  if (!kernel || !offset)
    return kernel ? hipErrorInvalidValue : hipErrorInvalidHandle;
  const char *at = kernel->nvidia ? kernel->nvidia->places.c_str() : "";
  for (; index && *at; --index) {
    const char *next = std::strchr(at, ',');
    at = next ? next + 1 : "";
  }
  if (!*at)
    return hipErrorInvalidValue;
  char *colon = nullptr;
  *offset = std::strtoull(at, &colon, 10);
  if (size)
    *size = std::strtoull(colon + 1, nullptr, 10);
  return hipSuccess;
}

hipError_t give_parameter_count(const void *handle, size_t *count) {
  const Kernel *kernel = kernel_of(handle);
  if (!kernel || !count)
    return kernel ? hipErrorInvalidValue : hipErrorInvalidHandle;
  const std::string places = kernel->nvidia ? kernel->nvidia->places : "";
  auto commas = std::count(places.begin(), places.end(), ',');
  *count = places.empty() ? 0 : static_cast<size_t>(commas) + 1;
  return hipSuccess;
}

// A kernel's code on a device that need not be the current one.
const Kernel *kernel_on(const void *handle, int number) {
  int current = current_device();
  select_device(number);
  const Kernel *kernel = kernel_of(handle);
  select_device(current);
  return kernel;
}

hipError_t give_name(const char **name, const void *handle, hipError_t unknown) {
  const Kernel *kernel = kernel_of(handle);
  if (!name || !kernel)
    return name ? unknown : hipErrorInvalidValue;
  *name = kernel->name.c_str();
  return hipSuccess;
}

hipError_t check_handle(const void *handle) {
  return kernel_of(handle) ? hipSuccess : hipErrorInvalidHandle;
}

} // namespace

size_t cass::dynamic_shared_limit(const Kernel &kernel) {
  constexpr size_t kWithoutAsking = 48 << 10;
  size_t without = kWithoutAsking - std::min(kWithoutAsking, static_shared(kernel));
  return static_cast<size_t>(setting(kernel, kDynamicShared, static_cast<int>(without)));
}

CUDA_API hipError_t cudaFuncGetAttributes(FunctionAttributes *attributes, const void *function) {
  const Kernel *kernel = kernel_of(function);
  if (!attributes || !kernel)
    return done(attributes ? error_without_kernel(function) : hipErrorInvalidValue);
  *attributes = attributes_of(*kernel);
  return done(hipSuccess);
}

CUDA_API hipError_t cudaFuncSetAttribute(const void *function, int which, int value) {
  const Kernel *kernel = kernel_of(function);
  return done(kernel ? set_attribute(*kernel, which, value) : error_without_kernel(function));
}

CUDA_API hipError_t cudaKernelSetAttributeForDevice(const void *handle, int which, int value,
                                                    int number) {
  if (!is_device(number))
    return done(hipErrorInvalidDevice);
  const Kernel *kernel = kernel_on(handle, number);
  return done(kernel ? set_attribute(*kernel, which, value) : error_without_kernel(handle));
}

CUDA_API hipError_t cudaFuncGetName(const char **name, const void *function) {
  return done(give_name(name, function, error_without_kernel(function)));
}

CUDA_API hipError_t cudaFuncGetParamInfo(const void *function, size_t index, size_t *offset,
                                         size_t *size) {
  const Kernel *kernel = kernel_of(function);
  return done(kernel ? give_parameter(kernel, index, offset, size)
                     : error_without_kernel(function));
}

CUDA_API hipError_t cuFuncGetAttribute(int *value, int which, const void *function) {
  const Kernel *kernel = kernel_of(function);
  return kernel ? give_attribute(value, which, *kernel) : hipErrorInvalidHandle;
}

CUDA_API hipError_t cuFuncSetAttribute(const void *function, int which, int value) {
  const Kernel *kernel = kernel_of(function);
  return kernel ? set_attribute(*kernel, which, value) : hipErrorInvalidHandle;
}

CUDA_API hipError_t cuKernelGetAttribute(int *value, int which, const void *handle, int number) {
  if (!is_device(number))
    return hipErrorInvalidDevice;
  const Kernel *kernel = kernel_on(handle, number);
  return kernel ? give_attribute(value, which, *kernel) : hipErrorInvalidHandle;
}

CUDA_API hipError_t cuKernelSetAttribute(int which, int value, const void *handle, int number) {
  if (!is_device(number))
    return hipErrorInvalidDevice;
  const Kernel *kernel = kernel_on(handle, number);
  return kernel ? set_attribute(*kernel, which, value) : hipErrorInvalidHandle;
}

CUDA_API hipError_t cuFuncGetParamInfo(const void *function, size_t index, size_t *offset,
                                       size_t *size) {
  return give_parameter(kernel_of(function), index, offset, size);
}

CUDA_API hipError_t cuKernelGetParamInfo(const void *handle, size_t index, size_t *offset,
                                         size_t *size) {
  return give_parameter(kernel_of(handle), index, offset, size);
}

CUDA_API hipError_t cuFuncGetName(const char **name, const void *function) {
  return give_name(name, function, hipErrorInvalidHandle);
}

CUDA_API hipError_t cuKernelGetName(const char **name, const void *handle) {
  return give_name(name, handle, hipErrorInvalidHandle);
}

CUDA_API hipError_t cuKernelGetFunction(const Kernel **function, const void *handle) {
  if (!function)
    return hipErrorInvalidValue;
  const Kernel *kernel = kernel_of(handle);
  if (kernel)
    *function = module_of(handle)->kernel(kernel->name); // so that it is known as a handle
  return kernel ? hipSuccess : hipErrorInvalidHandle;
}

CUDA_API hipError_t cuFuncGetModule(Module **module, const void *function) {
  Module *found = module_of(function);
  if (!module || !found)
    return module ? hipErrorInvalidHandle : hipErrorInvalidValue;
  *module = found;
  return done(hipSuccess);
}

// All code of a module is loaded with it.
CUDA_API hipError_t cuFuncIsLoaded(int *state, const void *function) {
  constexpr int kLoaded = 1;
  if (!state)
    return hipErrorInvalidValue;
  hipError_t error = check_handle(function);
  if (!error)
    *state = kLoaded;
  return error;
}

CUDA_API hipError_t cuFuncLoad(const void *function) { return check_handle(function); }

// Hints of which memory to keep more of.
CUDA_API hipError_t cudaFuncSetCacheConfig(const void *function, int) {
  return done(kernel_of(function) ? hipSuccess : error_without_kernel(function));
}

CUDA_API hipError_t cuFuncSetCacheConfig(const void *function, int) {
  return check_handle(function);
}

CUDA_API hipError_t cuFuncSetSharedMemConfig(const void *function, int) {
  return check_handle(function);
}

CUDA_API hipError_t cuKernelSetCacheConfig(const void *handle, int, int number) {
  return is_device(number) ? check_handle(handle) : hipErrorInvalidDevice;
}

CUDA_API hipError_t cuFuncGetParamCount(const void *function, size_t *count) {
  return give_parameter_count(function, count);
}

CUDA_API hipError_t cuKernelGetParamCount(const void *handle, size_t *count) {
  return give_parameter_count(handle, count);
}
