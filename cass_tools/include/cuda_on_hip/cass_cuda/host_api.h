// Host functions whose arguments differ between CUDA and HIP, as overloads on HIP's names (which
// the generated macros give to CUDA's) or, where a macro would be in the way, under CUDA's own
// name.
#pragma once

#include "limits.h"

#define CASS_API template <typename T> inline hipError_t

// Pointers to pointers of any type, as in CUDA.
#undef cudaMallocPitch
#undef cudaHostGetDevicePointer
#undef cudaMallocHost
#undef cudaHostAlloc
CASS_API cudaMallocPitch(T **address, size_t *pitch, size_t width, size_t height) {
  return hipMallocPitch(reinterpret_cast<void **>(address), pitch, width, height);
}
CASS_API cudaHostGetDevicePointer(T **device, void *host, unsigned flags) {
  return hipHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
CASS_API cudaMallocHost(T **address, size_t size, unsigned flags = 0) {
  return hipHostMalloc(reinterpret_cast<void **>(address), size, flags);
}
CASS_API cudaHostAlloc(T **address, size_t size, unsigned flags) {
  return hipHostMalloc(reinterpret_cast<void **>(address), size, flags);
}

// Symbols are variables here and addresses there.
#undef cudaMemcpyToSymbol
#undef cudaMemcpyToSymbolAsync
#undef cudaMemcpyFromSymbol
#undef cudaMemcpyFromSymbolAsync
#undef cudaGetSymbolAddress
#undef cudaGetSymbolSize
CASS_API cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0,
                            hipMemcpyKind kind = hipMemcpyHostToDevice) {
  return hipMemcpyToSymbol(static_cast<const void *>(&symbol), from, size, offset, kind);
}
CASS_API cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t size, size_t offset,
                                 hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return hipMemcpyToSymbolAsync(static_cast<const void *>(&symbol), from, size, offset, kind,
                                stream);
}
CASS_API cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                              hipMemcpyKind kind = hipMemcpyDeviceToHost) {
  return hipMemcpyFromSymbol(to, static_cast<const void *>(&symbol), size, offset, kind);
}
CASS_API cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t size, size_t offset,
                                   hipMemcpyKind kind, hipStream_t stream = nullptr) {
  return hipMemcpyFromSymbolAsync(to, static_cast<const void *>(&symbol), size, offset, kind,
                                  stream);
}
template <typename P, typename T> hipError_t cudaGetSymbolAddress(P **address, const T &symbol) {
  return hipGetSymbolAddress(reinterpret_cast<void **>(address),
                             static_cast<const void *>(&symbol));
}
CASS_API cudaGetSymbolSize(size_t *size, const T &symbol) {
  return hipGetSymbolSize(size, static_cast<const void *>(&symbol));
}

// Kernels as typed functions.
#undef cudaFuncSetAttribute
#undef cudaFuncGetAttributes
#undef cudaFuncSetCacheConfig
#undef cudaFuncSetSharedMemConfig
#undef cudaLaunchKernel
#undef cudaLaunchCooperativeKernel
CASS_API cudaFuncSetAttribute(T *kernel, hipFuncAttribute attribute, int value) {
  if (attribute == hipFuncAttributeMaxDynamicSharedMemorySize && value > cass::kSharedMemory)
    cass::refuse("the CUDA original asks for more than 64 KiB of shared memory for a block, which "
                 "AMD GPUs do not have; pass the expected output instead (--expected FILE)");
  return hipFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}
CASS_API cudaFuncGetAttributes(hipFuncAttributes *attributes, T *kernel) {
  return hipFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
CASS_API cudaFuncSetCacheConfig(T *kernel, hipFuncCache_t config) {
  return hipFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}
CASS_API cudaFuncSetSharedMemConfig(T *kernel, hipSharedMemConfig config) {
  return hipFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel), config);
}
CASS_API cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared = 0,
                          hipStream_t stream = nullptr) {
  return hipLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared,
                         stream);
}
CASS_API cudaLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                     size_t shared = 0, hipStream_t stream = nullptr) {
  return hipLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments,
                                    static_cast<unsigned>(shared), stream);
}

// CUDA 12 gives flags where there were a node and a buffer for messages.
#undef cudaGraphInstantiate
inline hipError_t cudaGraphInstantiate(hipGraphExec_t *made, hipGraph_t graph,
                                       unsigned long long = 0) {
  return hipGraphInstantiate(made, graph, nullptr, nullptr, 0);
}
inline hipError_t cudaGraphInstantiate(hipGraphExec_t *made, hipGraph_t graph, hipGraphNode_t *node,
                                       char *log, size_t size) {
  return hipGraphInstantiate(made, graph, node, log, size);
}

// Arguments that only CUDA lets out.
#undef cudaStreamWaitEvent
#undef cudaMalloc3DArray
inline hipError_t cudaStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned flags = 0) {
  return hipStreamWaitEvent(stream, event, flags);
}
inline hipError_t cudaMalloc3DArray(hipArray_t *array, const hipChannelFormatDesc *format,
                                    hipExtent extent, unsigned flags = 0) {
  return hipMalloc3DArray(array, format, extent, flags);
}

// CUDA 13 names a place where there was the number of a device.
#if HIP_VERSION < 70000000
constexpr hipMemLocationType hipMemLocationTypeHost = __builtin_bit_cast(hipMemLocationType, 2u);
#endif
namespace cass {
inline int device_of(hipMemLocation place) {
  return place.type == hipMemLocationTypeHost ? hipCpuDeviceId : place.id;
}
} // namespace cass
inline hipError_t hipMemAdvise(const void *address, size_t size, hipMemoryAdvise advice,
                               hipMemLocation place) {
  return hipMemAdvise(address, size, advice, cass::device_of(place));
}
inline hipError_t hipMemPrefetchAsync(const void *address, size_t size, hipMemLocation place,
                                      unsigned, hipStream_t stream = nullptr) {
  return hipMemPrefetchAsync(address, size, cass::device_of(place), stream);
}

// Hints for hardware that AMD GPUs do not have.
#undef cudaDeviceGetSharedMemConfig
#undef cudaDeviceSetSharedMemConfig
inline hipError_t cudaDeviceSetSharedMemConfig(hipSharedMemConfig) { return hipSuccess; }
inline hipError_t cudaDeviceGetSharedMemConfig(hipSharedMemConfig *config) {
  *config = hipSharedMemBankSizeFourByte;
  return hipSuccess;
}

#undef CASS_API
