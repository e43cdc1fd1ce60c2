// HIP's names for NVIDIA's compiler: a program in HIP becomes a CUDA program, for warps of 32
// lanes.
//
// The plain renames are generated from the tables of names; here is what is not only a name.
#pragma once

#include <cuda_runtime.h>

#include <cass_hip_names/runtime.h>

#define __HIP_PLATFORM_NVIDIA__ 1
#define __HIPCC__ 1
#if defined(__CUDA_ARCH__)
#define __HIP_DEVICE_COMPILE__ 1
#endif

#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...)                               \
  do {                                                                                             \
    kernel<<<(grid), (block), (shared), (stream)>>>(__VA_ARGS__);                                  \
  } while (0)
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(name) name

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z

// HIP keeps the older spellings, some of which CUDA has dropped.
#define hipHostMalloc cass_hip::host_malloc
#define hipHostFree cudaFreeHost
#define hipHostMallocDefault cudaHostAllocDefault
#define hipHostMallocPortable cudaHostAllocPortable
#define hipHostMallocMapped cudaHostAllocMapped
#define hipHostMallocWriteCombined cudaHostAllocWriteCombined

// CUDA 13 names a place where HIP names a device.
#define hipMemPrefetchAsync cass_hip::prefetch
#define hipMemAdvise cass_hip::advise

namespace cass_hip {

template <typename T>
cudaError_t host_malloc(T **memory, size_t size, unsigned flags = cudaHostAllocDefault) {
  return cudaHostAlloc(reinterpret_cast<void **>(memory), size, flags);
}

#if CUDART_VERSION >= 13000
inline cudaMemLocation place(int device) {
  cudaMemLocation result{};
  result.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  result.id = device < 0 ? 0 : device;
  return result;
}

inline cudaError_t prefetch(const void *memory, size_t size, int device,
                            cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(memory, size, place(device), 0, stream);
}

inline cudaError_t advise(const void *memory, size_t size, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(memory, size, advice, place(device));
}
#else
inline cudaError_t prefetch(const void *memory, size_t size, int device,
                            cudaStream_t stream = nullptr) {
  return cudaMemPrefetchAsync(memory, size, device, stream);
}

inline cudaError_t advise(const void *memory, size_t size, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(memory, size, advice, device);
}
#endif

} // namespace cass_hip

#include <cass_hip/builtins.h>
#include <cass_hip/vectors.h>
#include <cass_hip/warp.h>
