#include "properties.hpp"

#include "device.hpp"
#include "nvidia_device.hpp"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace cass {

namespace {

constexpr int kTexture = static_cast<int>(kGreatestTexture), kTexture3D = kTexture,
              kTextureLayers = 2048;
constexpr size_t kTextureAlignment = 256;
constexpr int kFirstBus = 3;

void set_limits(PropertiesR0600 &p, const Device &d) {
  p.totalGlobalMem = d.memory;
  p.sharedMemPerBlock = p.sharedMemPerBlockOptin = kGroupMemory;
  p.sharedMemPerMultiprocessor = p.maxSharedMemoryPerMultiProcessor = d.lds;
  p.regsPerBlock = p.regsPerMultiprocessor = d.vgprs_per_lane * d.wave * d.simds;
  p.warpSize = d.wave;
  p.memPitch = p.totalConstMem = INT_MAX;
  p.maxThreadsPerBlock = kMaxThreads;
  std::fill_n(p.maxThreadsDim, 3, static_cast<int>(kMaxThreads));
  p.maxGridSize[0] = INT_MAX;
  p.maxGridSize[1] = p.maxGridSize[2] = 65536;
  p.maxThreadsPerMultiProcessor = d.threads_per_multiprocessor;
  p.maxBlocksPerMultiProcessor = d.waves_per_simd * d.simds;
  p.multiProcessorCount = d.multiprocessors;
}

void set_textures(PropertiesR0600 &p) {
  p.textureAlignment = p.texturePitchAlignment = p.surfaceAlignment = kTextureAlignment;
  p.maxTexture1D = p.maxTexture1DMipmap = p.maxTexture1DLinear = p.maxSurface1D = kTexture;
  for (int *two : {p.maxTexture2D, p.maxTexture2DMipmap, p.maxTexture2DGather, p.maxSurface2D})
    std::fill_n(two, 2, kTexture);
  std::fill_n(p.maxTexture2DLinear, 3, kTexture);
  for (int *three : {p.maxTexture3D, p.maxTexture3DAlt, p.maxSurface3D})
    std::fill_n(three, 3, kTexture3D);
  for (int *layered : {p.maxTexture1DLayered, p.maxSurface1DLayered})
    layered[0] = kTexture, layered[1] = kTextureLayers;
  for (int *layered : {p.maxTexture2DLayered, p.maxSurface2DLayered})
    layered[0] = layered[1] = kTexture, layered[2] = kTextureLayers;
}

// AMD's runtime makes none: there their sizes are 0.
void set_cube_maps(PropertiesR0600 &p) {
  p.maxTextureCubemap = p.maxSurfaceCubemap = kTexture;
  for (int *layered : {p.maxTextureCubemapLayered, p.maxSurfaceCubemapLayered})
    layered[0] = kTexture, layered[1] = kTextureLayers;
}

void set_abilities(PropertiesR0600 &p) {
  for (int *able :
       {&p.canMapHostMemory, &p.concurrentKernels, &p.unifiedAddressing, &p.asyncEngineCount,
        &p.deviceOverlap, &p.streamPrioritiesSupported, &p.managedMemory,
        &p.concurrentManagedAccess, &p.computePreemptionSupported,
        &p.canUseHostPointerForRegisteredMem, &p.cooperativeLaunch, &p.cooperativeMultiDeviceLaunch,
        &p.hostRegisterSupported, &p.memoryPoolsSupported, &p.directManagedMemAccessFromHost,
        &p.isLargeBar, &p.globalL1CacheSupported, &p.localL1CacheSupported,
        &p.hostNativeAtomicSupported})
    *able = 1;
  p.arch = kArchitectureFlags;
}

// Limits of CUDA's programming guide for all compute capabilities from 7.5 on.
void set_nvidia(PropertiesR0600 &p, const NvidiaCard &card) {
  constexpr int kWide = 131072, kHigh = 65536, kLinear = 1 << 28, kDeep = 16384, kSurface = 32768,
                kRegisters = 65536, kMostBlocks = 65535, kDeepest = 64, kEngines = 3;
  constexpr size_t kShared = 48 << 10, kReserved = 1 << 10, kConstant = 64 << 10;
  constexpr size_t kTextureAligned = 512, kPitchAligned = 32;
  p.sharedMemPerBlock = kShared;
  p.sharedMemPerBlockOptin = card.shared_of_block;
  p.sharedMemPerMultiprocessor = p.maxSharedMemoryPerMultiProcessor = card.shared;
  p.reservedSharedMemPerBlock = card.sm >= 80 ? kReserved : 0;
  p.regsPerBlock = p.regsPerMultiprocessor = kRegisters;
  p.totalConstMem = kConstant;
  p.maxThreadsDim[2] = kDeepest;
  p.maxGridSize[1] = p.maxGridSize[2] = kMostBlocks;
  p.maxBlocksPerMultiProcessor = card.blocks_per_multiprocessor;
  p.textureAlignment = p.surfaceAlignment = kTextureAligned;
  p.texturePitchAlignment = kPitchAligned;
  p.maxTexture1D = kWide, p.maxTexture1DLinear = kLinear;
  p.maxTexture2D[0] = kWide, p.maxTexture2D[1] = kHigh;
  p.maxSurface1D = p.maxSurfaceCubemap = kSurface;
  std::fill_n(p.maxTexture3D, 3, kDeep);
  p.asyncEngineCount = kEngines;
  p.ECCEnabled = card.sm % 10 == 0 && card.sm < 120;
  p.pageableMemoryAccess = 0;
  p.clusterLaunch = card.sm >= 90;
  p.ipcEventSupported = p.unifiedFunctionPointers = 1;
}

PropertiesR0600 make(int number) {
  const Device &d = device();
  PropertiesR0600 p{};
  snprintf(p.name, sizeof p.name, "%s", d.name);
  // The features are part of the name as programs see it on the cards that have them.
  bool has_features = d.arch == "gfx90a" || d.arch == "gfx942";
  snprintf(p.gcnArchName, sizeof p.gcnArchName, "%s%s", d.arch.c_str(),
           has_features ? ":sramecc+:xnack-" : "");
  snprintf(p.uuid, sizeof p.uuid, "cass-%x-%s", number, d.name);
  set_limits(p, d);
  set_textures(p);
  if (is_cuda())
    set_cube_maps(p);
  set_abilities(p);
  p.ECCEnabled = d.error_correction();
  if (nvidia_card() && !getenv("CASS_EXEC_NAME")) // compared with AMD's, figures are to be the same
    set_nvidia(p, *nvidia_card());
  p.major = d.shown_major;
  p.minor = d.shown_minor;
  p.clockRate = d.clock_khz;
  p.memoryClockRate = d.memory_clock_khz;
  p.memoryBusWidth = d.memory_bus_bits;
  p.clockInstructionRate = 100000;
  p.l2CacheSize = static_cast<int>(d.l2);
  p.pciBusID = kFirstBus + number;
  return p;
}

// hipDeviceAttribute_t counts its first part in this order; 0 stands for what is zero on every card
// here.
int cuda_attribute(int number, const PropertiesR0600 &p) {
  const int texture3d[] = {p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2]};
  auto bytes = [](size_t n) { return static_cast<int>(std::min<size_t>(n, INT_MAX)); };
  const int values[] = {p.ECCEnabled,
                        0,
                        p.asyncEngineCount,
                        p.canMapHostMemory,
                        p.canUseHostPointerForRegisteredMem,
                        p.clockRate,
                        p.computeMode,
                        p.computePreemptionSupported,
                        p.concurrentKernels,
                        p.concurrentManagedAccess,
                        p.cooperativeLaunch,
                        p.cooperativeMultiDeviceLaunch,
                        p.deviceOverlap,
                        p.directManagedMemAccessFromHost,
                        p.globalL1CacheSupported,
                        p.hostNativeAtomicSupported,
                        p.integrated,
                        p.isMultiGpuBoard,
                        p.kernelExecTimeoutEnabled,
                        p.l2CacheSize,
                        p.localL1CacheSupported,
                        0,
                        0,
                        p.major,
                        p.managedMemory,
                        p.maxBlocksPerMultiProcessor,
                        p.maxThreadsDim[0],
                        p.maxThreadsDim[1],
                        p.maxThreadsDim[2],
                        p.maxGridSize[0],
                        p.maxGridSize[1],
                        p.maxGridSize[2],
                        p.maxSurface1D,
                        p.maxSurface1DLayered[0],
                        p.maxSurface2D[0],
                        p.maxSurface2DLayered[0],
                        p.maxSurface3D[0],
                        p.maxSurfaceCubemap,
                        p.maxSurfaceCubemapLayered[0],
                        p.maxTexture1D,
                        p.maxTexture1DLayered[0],
                        p.maxTexture1DLinear,
                        p.maxTexture1DMipmap,
                        p.maxTexture2D[0],
                        p.maxTexture2D[1],
                        p.maxTexture2DGather[0],
                        p.maxTexture2DLayered[0],
                        p.maxTexture2DLinear[0],
                        p.maxTexture2DMipmap[0],
                        texture3d[0],
                        texture3d[1],
                        texture3d[2],
                        p.maxTexture3DAlt[0],
                        p.maxTextureCubemap,
                        p.maxTextureCubemapLayered[0],
                        p.maxThreadsDim[0],
                        p.maxThreadsPerBlock,
                        p.maxThreadsPerMultiProcessor,
                        bytes(p.memPitch),
                        p.memoryBusWidth,
                        p.memoryClockRate,
                        p.minor,
                        p.multiGpuBoardGroupID,
                        p.multiProcessorCount,
                        0,
                        p.pageableMemoryAccess,
                        p.pageableMemoryAccessUsesHostPageTables,
                        p.pciBusID,
                        p.pciDeviceID,
                        p.pciDomainID,
                        p.persistingL2CacheMaxSize,
                        p.regsPerBlock,
                        p.regsPerMultiprocessor,
                        bytes(p.reservedSharedMemPerBlock),
                        bytes(p.sharedMemPerBlock),
                        bytes(p.sharedMemPerBlockOptin),
                        bytes(p.sharedMemPerMultiprocessor),
                        p.singleToDoublePrecisionPerfRatio,
                        p.streamPrioritiesSupported,
                        bytes(p.surfaceAlignment),
                        p.tccDriver,
                        bytes(p.textureAlignment),
                        bytes(p.texturePitchAlignment),
                        bytes(p.totalConstMem),
                        bytes(p.totalGlobalMem),
                        p.unifiedAddressing,
                        0,
                        p.warpSize,
                        p.memoryPoolsSupported,
                        0,
                        p.hostRegisterSupported,
                        0};
  return number < static_cast<int>(std::size(values)) ? values[number] : -1;
}

int amd_attribute(int number, const PropertiesR0600 &p) {
  enum { ClockInstructionRate, SharedPerMultiprocessor = 2, LargeBar = 11, StreamWait = 13 };
  enum { Images = 14, PhysicalMultiprocessors, FineGrain, WallClockRate, Last = WallClockRate };
  switch (number) {
  case ClockInstructionRate:
  case WallClockRate:
    return p.clockInstructionRate;
  case SharedPerMultiprocessor:
    return static_cast<int>(p.maxSharedMemoryPerMultiProcessor);
  case LargeBar:
  case StreamWait:
  case Images:
  case FineGrain:
    return 1;
  case PhysicalMultiprocessors:
    return p.multiProcessorCount;
  default:
    return number <= Last ? 0 : -1;
  }
}

} // namespace

const PropertiesR0600 &properties(int device) {
  static const auto *all = [] {
    auto *made = new std::vector<PropertiesR0600>;
    for (int number = 0; number < device_count(); ++number)
      made->push_back(make(number));
    return made;
  }();
  return (*all)[static_cast<size_t>(device)];
}

PropertiesR0000 old_properties(int device) {
  const PropertiesR0600 &p = properties(device);
  PropertiesR0000 o{};
  std::memcpy(o.name, p.name, sizeof o.name);
  std::memcpy(o.gcnArchName, p.gcnArchName, sizeof o.gcnArchName);
  std::copy_n(p.maxThreadsDim, 3, o.maxThreadsDim);
  std::copy_n(p.maxGridSize, 3, o.maxGridSize);
  std::copy_n(p.maxTexture2D, 2, o.maxTexture2D);
  std::copy_n(p.maxTexture3D, 3, o.maxTexture3D);
  o.totalGlobalMem = p.totalGlobalMem, o.sharedMemPerBlock = p.sharedMemPerBlock;
  o.regsPerBlock = p.regsPerBlock, o.warpSize = p.warpSize;
  o.maxThreadsPerBlock = p.maxThreadsPerBlock, o.clockRate = p.clockRate;
  o.memoryClockRate = p.memoryClockRate, o.memoryBusWidth = p.memoryBusWidth;
  o.totalConstMem = p.totalConstMem, o.major = p.major, o.minor = p.minor;
  o.multiProcessorCount = p.multiProcessorCount, o.l2CacheSize = p.l2CacheSize;
  o.maxThreadsPerMultiProcessor = p.maxThreadsPerMultiProcessor;
  o.clockInstructionRate = p.clockInstructionRate, o.arch = p.arch;
  o.concurrentKernels = p.concurrentKernels, o.pciBusID = p.pciBusID;
  o.maxSharedMemoryPerMultiProcessor = p.maxSharedMemoryPerMultiProcessor;
  o.canMapHostMemory = p.canMapHostMemory, o.gcnArch = atoi(cass::device().arch.c_str() + 3);
  o.cooperativeLaunch = p.cooperativeLaunch;
  o.cooperativeMultiDeviceLaunch = p.cooperativeMultiDeviceLaunch;
  o.maxTexture1DLinear = p.maxTexture1DLinear, o.maxTexture1D = p.maxTexture1D;
  o.memPitch = p.memPitch, o.textureAlignment = p.textureAlignment;
  o.texturePitchAlignment = p.texturePitchAlignment, o.ECCEnabled = p.ECCEnabled;
  o.isLargeBar = p.isLargeBar, o.managedMemory = p.managedMemory;
  o.directManagedMemAccessFromHost = p.directManagedMemAccessFromHost;
  o.concurrentManagedAccess = p.concurrentManagedAccess;
  return o;
}

bool attribute(int number, int device, int &value) {
  constexpr int kAmdFirst = 10000;
  int found = number < 0           ? -1
              : number < kAmdFirst ? cuda_attribute(number, properties(device))
                                   : amd_attribute(number - kAmdFirst, properties(device));
  if (found >= 0)
    value = found;
  return found >= 0;
}

} // namespace cass
