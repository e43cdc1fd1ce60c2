// hipDeviceProp_t and hipPointerAttribute_t as ROCm 6 has them, for older headers: same names,
// filled from what the older call gives and from device attributes. A property that the older
// runtime does not know is 0.
#pragma once

struct hipDeviceProp_tR0600 {
  char name[256];
  hipUUID uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  int clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated;
  int canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear;
  int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxTexture3D[3], maxTexture3DAlt[3];
  int maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface2D[2], maxSurface3D[3];
  int maxSurface1DLayered[2], maxSurface2DLayered[3];
  int maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled;
  int pciBusID, pciDeviceID, pciDomainID;
  int tccDriver, asyncEngineCount, unifiedAddressing;
  int memoryClockRate, memoryBusWidth;
  int l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, cooperativeLaunch, cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseHipArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingHipArraySupported, ipcEventSupported;
  int clusterLaunch, unifiedFunctionPointers;
  char gcnArchName[256];
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate;
  hipDeviceArch_t arch;
  unsigned int *hdpMemFlushCntl, *hdpRegFlushCntl;
  int cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim;
  int cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem;
  int isLargeBar, asicRevision;
};

namespace cass {

inline int attribute(hipDeviceAttribute_t which, int device) {
  int value = 0;
  const hipError_t failed = ::hipDeviceGetAttribute(&value, which, device);
  return failed == hipSuccess ? value : 0;
}

template <typename T> void copy(T &to, const T &from) { __builtin_memcpy(&to, &from, sizeof(T)); }

// Properties that both structures have under the same name and type.
inline void copy_properties(hipDeviceProp_tR0600 &to, const ::hipDeviceProp_t &from) {
#define CASS_COPY(FIELD) copy(to.FIELD, from.FIELD)
  CASS_COPY(name), CASS_COPY(totalGlobalMem), CASS_COPY(sharedMemPerBlock);
  CASS_COPY(regsPerBlock), CASS_COPY(warpSize), CASS_COPY(memPitch);
  CASS_COPY(maxThreadsPerBlock), CASS_COPY(maxThreadsDim), CASS_COPY(maxGridSize);
  CASS_COPY(clockRate), CASS_COPY(totalConstMem), CASS_COPY(major), CASS_COPY(minor);
  CASS_COPY(textureAlignment), CASS_COPY(texturePitchAlignment);
  CASS_COPY(multiProcessorCount), CASS_COPY(kernelExecTimeoutEnabled), CASS_COPY(integrated);
  CASS_COPY(canMapHostMemory), CASS_COPY(computeMode);
  CASS_COPY(maxTexture1D), CASS_COPY(maxTexture1DLinear);
  CASS_COPY(maxTexture2D), CASS_COPY(maxTexture3D);
  CASS_COPY(concurrentKernels), CASS_COPY(ECCEnabled);
  CASS_COPY(pciBusID), CASS_COPY(pciDeviceID), CASS_COPY(pciDomainID), CASS_COPY(tccDriver);
  CASS_COPY(memoryClockRate), CASS_COPY(memoryBusWidth), CASS_COPY(l2CacheSize);
  CASS_COPY(maxThreadsPerMultiProcessor), CASS_COPY(managedMemory), CASS_COPY(isMultiGpuBoard);
  CASS_COPY(pageableMemoryAccess), CASS_COPY(concurrentManagedAccess);
  CASS_COPY(cooperativeLaunch), CASS_COPY(cooperativeMultiDeviceLaunch);
  CASS_COPY(pageableMemoryAccessUsesHostPageTables), CASS_COPY(directManagedMemAccessFromHost);
  CASS_COPY(gcnArchName), CASS_COPY(maxSharedMemoryPerMultiProcessor);
  CASS_COPY(clockInstructionRate), CASS_COPY(arch);
  CASS_COPY(hdpMemFlushCntl), CASS_COPY(hdpRegFlushCntl);
  CASS_COPY(cooperativeMultiDeviceUnmatchedFunc), CASS_COPY(cooperativeMultiDeviceUnmatchedGridDim);
  CASS_COPY(cooperativeMultiDeviceUnmatchedBlockDim);
  CASS_COPY(cooperativeMultiDeviceUnmatchedSharedMem);
  CASS_COPY(isLargeBar), CASS_COPY(asicRevision);
#undef CASS_COPY
}

} // namespace cass

inline hipError_t hipGetDeviceProperties(hipDeviceProp_tR0600 *to, int device) {
  hipDeviceProp_t from;
  if (!to)
    return hipErrorInvalidValue;
  const hipError_t failed = hipGetDeviceProperties(&from, device);
  if (failed != hipSuccess)
    return failed;
  *to = hipDeviceProp_tR0600{};
  cass::copy_properties(*to, from);
  to->sharedMemPerBlockOptin = from.sharedMemPerBlock;
  to->sharedMemPerMultiprocessor = from.maxSharedMemoryPerMultiProcessor;
  to->regsPerMultiprocessor = from.regsPerBlock;
  to->asyncEngineCount = cass::attribute(hipDeviceAttributeAsyncEngineCount, device);
  to->unifiedAddressing = cass::attribute(hipDeviceAttributeUnifiedAddressing, device);
  to->deviceOverlap = to->asyncEngineCount > 0;
  to->streamPrioritiesSupported =
      cass::attribute(hipDeviceAttributeStreamPrioritiesSupported, device);
  to->hostNativeAtomicSupported =
      cass::attribute(hipDeviceAttributeHostNativeAtomicSupported, device);
  to->globalL1CacheSupported = cass::attribute(hipDeviceAttributeGlobalL1CacheSupported, device);
  to->localL1CacheSupported = cass::attribute(hipDeviceAttributeLocalL1CacheSupported, device);
  to->memoryPoolsSupported = cass::attribute(hipDeviceAttributeMemoryPoolsSupported, device);
  to->surfaceAlignment = size_t(cass::attribute(hipDeviceAttributeSurfaceAlignment, device));
  to->maxBlocksPerMultiProcessor =
      cass::attribute(hipDeviceAttributeMaxBlocksPerMultiProcessor, device);
  to->hostRegisterSupported = 1;
  return hipSuccess;
}

struct hipPointerAttribute_tR0600 {
  enum hipMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
  int isManaged;
  unsigned allocationFlags;
};

#if HIP_VERSION < 50300000
constexpr hipMemoryType hipMemoryTypeManaged = __builtin_bit_cast(hipMemoryType, 4u);
#endif
constexpr hipMemoryType hipMemoryTypeUnregistered = __builtin_bit_cast(hipMemoryType, 99u);

// As in ROCm 6, memory that HIP does not know is no error but of the type "unregistered".
inline hipError_t hipPointerGetAttributes(hipPointerAttribute_tR0600 *to, const void *pointer) {
  hipPointerAttribute_t from;
  const hipError_t failed = hipPointerGetAttributes(&from, pointer);
  if (failed == hipSuccess) {
    *to = {from.memoryType,  from.device,    from.devicePointer,
           from.hostPointer, from.isManaged, from.allocationFlags};
    if (from.isManaged)
      to->type = hipMemoryTypeManaged;
    return hipSuccess;
  }
  *to = {hipMemoryTypeUnregistered, -2, nullptr, nullptr, 0, 0};
  return failed == hipErrorInvalidValue ? hipSuccess : failed;
}

#define hipDeviceProp_t hipDeviceProp_tR0600
#define hipPointerAttribute_t hipPointerAttribute_tR0600
