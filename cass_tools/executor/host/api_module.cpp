// Modules that programs load themselves, kernels' attributes, occupancy.
#include "hip_types.hpp"

#include "bundle.hpp"
#include "bytes.hpp"
#include "device.hpp"
#include "occupancy.hpp"

#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>

using namespace cass;

namespace {

constexpr unsigned kNoCachingOverride = 1; // the only flag of the occupancy calls

// Modules that the program has loaded and not unloaded; it may hold handles of others.
struct Loaded {
  std::mutex mutex;
  std::set<hipModule_t> modules;

  bool has(hipModule_t module) {
    std::lock_guard lock(mutex);
    return modules.count(module) != 0;
  }
};

Loaded &loaded() {
  static Loaded *loaded = new Loaded;
  return *loaded;
}

hipError_t check_module(hipModule_t module) {
  if (!module)
    return hipErrorInvalidHandle;
  return loaded().has(module) ? hipSuccess : hipErrorNotFound;
}

hipError_t load_module(hipModule_t *module, std::string image) {
  auto made = std::make_unique<Module>(std::move(image));
  try {
    made->code();
  } catch (const Refusal &refusal) {
    bool other = strstr(refusal.what(), "holds no code for");
    return other ? hipErrorNoBinaryForGpu : hipErrorInvalidImage;
  }
  *module = made.release();
  std::lock_guard lock(loaded().mutex);
  loaded().modules.insert(*module);
  return hipSuccess;
}

// The largest block first: more waves hide more latency on the card.
void best_block(const Kernel &kernel, size_t dynamic_lds, int most, int &grid, int &block) {
  auto wave = static_cast<int>(kernel.wave);
  int limit = std::min<int>(static_cast<int>(kernel.max_threads), most > 0 ? most : kMaxThreads);
  int best = 0;
  for (int size = limit / wave * wave; size > 0; size -= wave) {
    auto blocks = static_cast<int>(
        blocks_per_multiprocessor(kernel, static_cast<uint32_t>(size), dynamic_lds));
    if (blocks * size > best) {
      best = blocks * size;
      block = size;
      grid = blocks * device().multiprocessors;
    }
  }
}

// `without`: the error where there is no kernel.
hipError_t active_blocks(int *blocks, const Kernel *kernel, int block, size_t dynamic_lds,
                         hipError_t without = hipErrorInvalidDeviceFunction) {
  if (!blocks)
    return hipErrorInvalidValue;
  if (!kernel)
    return without;
  if (block <= 0)
    return hipErrorInvalidValue;
  *blocks = static_cast<int>(
      blocks_per_multiprocessor(*kernel, static_cast<uint32_t>(block), dynamic_lds));
  return hipSuccess;
}

hipError_t potential_block(int *grid, int *block, const Kernel *kernel, size_t dynamic_lds,
                           int most) {
  if (!grid || !block)
    return hipErrorInvalidValue;
  if (!kernel)
    return hipErrorInvalidDeviceFunction;
  *grid = *block = 0;
  best_block(*kernel, dynamic_lds, most, *grid, *block);
  return hipSuccess;
}

} // namespace

HIP_API hipError_t hipModuleLoadData(hipModule_t *module, const void *image) {
  if (!module || !image)
    return done(hipErrorInvalidValue);
  auto data = static_cast<const char *>(image);
  try {
    return done(load_module(
        module, std::string(data, is_nvidia(data) ? nvidia_image_size(data) : image_size(data))));
  } catch (const Refusal &) {
    return done(hipErrorInvalidImage);
  }
}

HIP_API hipError_t hipModuleLoadDataEx(hipModule_t *module, const void *image, unsigned, int *,
                                       void **) {
  return hipModuleLoadData(module, image);
}

HIP_API hipError_t hipModuleLoad(hipModule_t *module, const char *path) {
  if (!module || !path || !*path)
    return done(hipErrorInvalidValue);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return done(hipErrorFileNotFound);
  std::string image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return done(load_module(module, std::move(image)));
}

HIP_API hipError_t hipModuleUnload(hipModule_t module) {
  if (hipError_t error = check_module(module))
    return done(error);
  synchronize_device(-1);
  {
    std::lock_guard lock(loaded().mutex);
    if (!loaded().modules.erase(module)) // another thread was faster
      return done(hipErrorNotFound);
  }
  forget(module);
  delete module;
  return done(hipSuccess);
}

HIP_API hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module,
                                        const char *name) {
  if (!function || !name)
    return done(hipErrorInvalidValue);
  if (hipError_t error = check_module(module))
    return done(error);
  *function = module->kernel(name);
  return done(*function ? hipSuccess : hipErrorNotFound);
}

HIP_API hipError_t hipModuleGetGlobal(hipDeviceptr_t *address, size_t *size, hipModule_t module,
                                      const char *name) {
  if (hipError_t error = check_module(module))
    return done(error);
  const Variable *variable = name ? module->variable(name) : nullptr;
  if (!variable)
    return done(name ? hipErrorNotFound : hipErrorInvalidValue);
  if (address)
    *address = reinterpret_cast<void *>(variable->address);
  if (size)
    *size = variable->size;
  return done(hipSuccess);
}

HIP_API hipError_t hipGetFuncBySymbol(hipFunction_t *function, const void *symbol) {
  if (!function)
    return done(hipErrorInvalidValue);
  *function = kernel_of(symbol);
  return done(*function ? hipSuccess : hipErrorInvalidDeviceFunction);
}

HIP_API const char *hipKernelNameRef(hipFunction_t function) {
  return function ? function->name.c_str() : nullptr;
}

HIP_API const char *hipKernelNameRefByPtr(const void *function, hipStream_t) {
  return hipKernelNameRef(kernel_of(function));
}

HIP_API hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, const void *function) {
  const Kernel *kernel = kernel_of(function);
  if (!attributes || !kernel)
    return done(attributes ? hipErrorInvalidDeviceFunction : hipErrorInvalidValue);
  *attributes = {};
  attributes->localSizeBytes = kernel->private_size;
  attributes->sharedSizeBytes = kernel->group_size;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(group_memory() - kernel->group_size);
  attributes->maxThreadsPerBlock = static_cast<int>(kernel->max_threads);
  attributes->numRegs = static_cast<int>(kernel->vgprs);
  attributes->binaryVersion = attributes->ptxVersion =
      device().shown_major * 10 + device().shown_minor;
  return done(hipSuccess);
}

HIP_API hipError_t hipFuncGetAttribute(int *value, int attribute, hipFunction_t kernel) {
  if (!value || !kernel)
    return done(value ? hipErrorInvalidDeviceFunction : hipErrorInvalidValue);
  const int version = device().shown_major * 10 + device().shown_minor;
  const int values[] = {static_cast<int>(kernel->max_threads),
                        static_cast<int>(kernel->group_size),
                        0,
                        static_cast<int>(kernel->private_size),
                        static_cast<int>(kernel->vgprs),
                        version,
                        version,
                        0,
                        static_cast<int>(group_memory() - kernel->group_size),
                        0};
  if (attribute < 0 || attribute >= static_cast<int>(std::size(values)))
    return done(hipErrorInvalidValue);
  *value = values[attribute];
  return done(hipSuccess);
}

HIP_API hipError_t hipFuncSetAttribute(const void *function, int attribute, int value) {
  constexpr int kDynamicShared = 8, kCarveout = 9;
  const Kernel *kernel = kernel_of(function);
  if (!kernel)
    return done(hipErrorInvalidDeviceFunction);
  bool right = true;
  if (attribute == kDynamicShared)
    right = value >= 0 && static_cast<size_t>(value) <= group_memory() - kernel->group_size;
  if (attribute == kCarveout)
    right = value >= -1 && value <= 100;
  return done(right ? hipSuccess : hipErrorInvalidValue);
}

HIP_NO_EFFECT hipError_t hipFuncSetCacheConfig(const void *function, int) {
  return done(function ? hipSuccess : hipErrorInvalidDeviceFunction);
}

HIP_NO_EFFECT hipError_t hipFuncSetSharedMemConfig(const void *function, int) {
  return done(function ? hipSuccess : hipErrorInvalidDeviceFunction);
}

HIP_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                                int block, size_t dynamic_lds) {
  return done(active_blocks(blocks, kernel_of(function), block, dynamic_lds,
                            error_without_kernel(function)));
}

HIP_API hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block, size_t dynamic_lds, unsigned flags) {
  if (flags > kNoCachingOverride)
    return done(hipErrorInvalidValue);
  return done(active_blocks(blocks, kernel_of(function), block, dynamic_lds,
                            error_without_kernel(function)));
}

HIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                                      hipFunction_t kernel,
                                                                      int block,
                                                                      size_t dynamic_lds) {
  return done(active_blocks(blocks, kernel, block, dynamic_lds));
}

HIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, hipFunction_t kernel, int block, size_t dynamic_lds, unsigned flags) {
  if (flags > kNoCachingOverride)
    return done(hipErrorInvalidValue);
  return done(active_blocks(blocks, kernel, block, dynamic_lds));
}

HIP_API hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *function,
                                                     size_t dynamic_lds, int most) {
  return done(potential_block(grid, block, kernel_of(function), dynamic_lds, most));
}

HIP_API hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                                           hipFunction_t kernel, size_t dynamic_lds,
                                                           int most) {
  return done(potential_block(grid, block, kernel, dynamic_lds, most));
}

HIP_API hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                                    hipFunction_t kernel,
                                                                    size_t dynamic_lds, int most,
                                                                    unsigned flags) {
  if (flags > kNoCachingOverride)
    return done(hipErrorInvalidValue);
  return done(potential_block(grid, block, kernel, dynamic_lds, most));
}

HIP_API hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *size, const void *function, int,
                                                            int) {
  const Kernel *kernel = kernel_of(function);
  if (!size || !kernel)
    return done(size ? hipErrorInvalidDeviceFunction : hipErrorInvalidValue);
  *size = group_memory() - kernel->group_size;
  return done(hipSuccess);
}
