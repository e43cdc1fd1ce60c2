// What CUDA programs are told of the device, of kernels and of pointers, in CUDA's layouts.
#include "hip_types.hpp"

#include "device.hpp"
#include "nvidia_device.hpp"
#include "properties.hpp"

#include <climits>
#include <cstddef>
#include <cstring>

using namespace cass;

extern "C" {
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *, const void *);
hipError_t hipDeviceGetP2PAttribute(int *, int, int, int);
}

namespace {

// CUDA 12's structure is what HIP 6 began with; it ends where HIP's own part starts.
constexpr size_t kCuda12Bytes = offsetof(PropertiesR0600, hipReserved);

struct Properties13 {
  char name[256], uuid[16], luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory, maxTexture1D, maxTexture1DMipmap;
  int maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2];
  int maxTexture2DLayered[3], maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2];
  int maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver;
  int asyncEngineCount, unifiedAddressing, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID;
  int hostNativeAtomicSupported, pageableMemoryAccess, concurrentManagedAccess;
  int computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch;
  int unifiedFunctionPointers, deviceNumaConfig, deviceNumaId, mpsEnabled, hostNumaId;
  unsigned gpuPciDeviceID, gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported, reserved[56];
};

template <typename T> void copy_field(T &to, const T &from) { to = from; }
template <typename T, size_t N> void copy_field(T (&to)[N], const T (&from)[N]) {
  std::copy_n(from, N, to);
}

Properties13 newer(const PropertiesR0600 &p) {
  Properties13 n{};
#define SAME(field) copy_field(n.field, p.field)
#define PROPERTY(field) SAME(field);
#include "cuda_properties.inc"
#undef PROPERTY
#undef SAME
  return n;
}

hipError_t give_properties(void *result, int number) {
  if (!result || !is_device(number))
    return done(result ? hipErrorInvalidDevice : hipErrorInvalidValue);
  const PropertiesR0600 &p = properties(number);
  if (cuda_version() >= 13)
    *static_cast<Properties13 *>(result) = newer(p);
  else
    std::memcpy(result, &p, kCuda12Bytes);
  return hipSuccess;
}

int bounded(size_t bytes) { return static_cast<int>(std::min<size_t>(bytes, INT_MAX)); }

// cudaDeviceAttr; false for a number that CUDA does not have.
bool cuda_attribute(int number, const PropertiesR0600 &p, int &value) {
  switch (number) {
#define ATTRIBUTE(number, expression)                                                              \
  case number:                                                                                     \
    value = expression;                                                                            \
    return true;
#include "cuda_attributes.inc"
#undef ATTRIBUTE
  default:
    constexpr int kLast = 150; // those of later releases, and reserved ones: not supported
    value = 0;
    return number > 0 && number < kLast;
  }
}

hipError_t give_attribute(int *value, int which, int number) {
  if (!value || !is_device(number))
    return done(value ? hipErrorInvalidDevice : hipErrorInvalidValue);
  return done(cuda_attribute(which, properties(number), *value) ? hipSuccess
                                                                : hipErrorInvalidValue);
}

} // namespace

CUDA_API hipError_t cudaGetDeviceProperties(void *result, int number) {
  return give_properties(result, number);
}

CUDA_API hipError_t cudaGetDeviceProperties_v2(void *result, int number) {
  return give_properties(result, number);
}

CUDA_API hipError_t cudaChooseDevice(int *number, const void *wanted) {
  if (!number || !wanted)
    return done(hipErrorInvalidValue);
  *number = 0;
  return hipSuccess;
}

CUDA_API hipError_t cudaDeviceGetAttribute(int *value, int which, int number) {
  return give_attribute(value, which, number);
}

CUDA_API hipError_t cuDeviceGetAttribute(int *value, int which, int number) {
  return give_attribute(value, which, number);
}

// CUDA counts these from 1, HIP from 0.
CUDA_API hipError_t cudaDeviceGetP2PAttribute(int *value, int which, int from, int to) {
  return hipDeviceGetP2PAttribute(value, which - 1, from, to);
}

CUDA_API hipError_t cuDeviceGetP2PAttribute(int *value, int which, int from, int to) {
  return hipDeviceGetP2PAttribute(value, which - 1, from, to);
}

struct cudaPointerAttributes {
  int type, device;
  void *devicePointer, *hostPointer;
};

// Memory of another kind is told, not refused, since CUDA 11.
CUDA_API hipError_t cudaPointerGetAttributes(cudaPointerAttributes *result, const void *pointer) {
  if (!result)
    return done(hipErrorInvalidValue);
  hipPointerAttribute_t found{};
  if (hipError_t error = hipPointerGetAttributes(&found, pointer))
    return error;
  *result = {found.type, found.type ? found.device : -2, found.type ? found.devicePointer : nullptr,
             found.hostPointer};
  return hipSuccess;
}
