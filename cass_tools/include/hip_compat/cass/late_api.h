// Host functions and enumerators that HIP got after 5.2, for headers that lack them.
//
// A function is taken from the runtime library if that has it when the program starts, else it says
// hipErrorNotSupported: linking works either way.
#pragma once

#define CASS_LATE(NAME, PARAMETERS, ARGUMENTS)                                                     \
  extern "C" hipError_t cass_late_##NAME PARAMETERS __asm__(#NAME) __attribute__((weak));          \
  inline hipError_t NAME PARAMETERS {                                                              \
    return cass_late_##NAME ? cass_late_##NAME ARGUMENTS : hipErrorNotSupported;                   \
  }

#if HIP_VERSION < 50300000
constexpr hipLimit_t hipLimitStackSize = hipLimit_t(0);
CASS_LATE(hipDeviceSetLimit, (hipLimit_t limit, size_t value), (limit, value))

// What it does early, the launch of the graph does anyway.
extern "C" hipError_t cass_late_hipGraphUpload(hipGraphExec_t graph,
                                               hipStream_t stream) __asm__("hipGraphUpload")
    __attribute__((weak));
inline hipError_t hipGraphUpload(hipGraphExec_t graph, hipStream_t stream) {
  return cass_late_hipGraphUpload ? cass_late_hipGraphUpload(graph, stream) : hipSuccess;
}
#endif

#if HIP_VERSION < 50400000
CASS_LATE(hipDrvGetErrorName, (hipError_t error, const char **text), (error, text))
CASS_LATE(hipDrvGetErrorString, (hipError_t error, const char **text), (error, text))
#endif

#if HIP_VERSION < 50500000
CASS_LATE(hipModuleLaunchCooperativeKernel,
          (hipFunction_t function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
           unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
           hipStream_t stream, void **arguments),
          (function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments))

// The block size with the best occupancy when the dynamic shared memory depends on it.
template <typename Function, typename SharedOf>
hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, Function function,
                                                         SharedOf shared_of, int limit = 0) {
  hipFuncAttributes facts;
  hipError_t failed = hipFuncGetAttributes(&facts, reinterpret_cast<const void *>(function));
  const int largest = limit > 0 ? limit : facts.maxThreadsPerBlock;
  *grid = *block = 0;
  for (int threads = largest, best = 0; failed == hipSuccess && threads >= 64; threads -= 64) {
    int blocks = 0;
    failed = hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads,
                                                          shared_of(threads));
    if (blocks * threads > best)
      best = blocks * threads, *grid = blocks, *block = threads;
  }
  int device = 0, processors = 0;
  if (failed == hipSuccess)
    failed = hipGetDevice(&device);
  if (failed == hipSuccess)
    failed = hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
  *grid *= processors;
  return failed;
}
#endif

#if HIP_VERSION < 50600000
CASS_LATE(hipStreamGetDevice, (hipStream_t stream, hipDevice_t *device), (stream, device))
CASS_LATE(hipMemsetAsync_spt, (void *to, int value, size_t size, hipStream_t stream),
          (to, value, size, stream))
constexpr unsigned hipHostRegisterReadOnly = 8;
#endif

#if HIP_VERSION < 60000000
inline hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event) {
  return hipStreamWaitEvent(stream, event, 0);
}
CASS_LATE(hipExtGetLastError, (), ())
#endif

#if HIP_VERSION < 60200000
CASS_LATE(hipGetFuncBySymbol, (hipFunction_t * function, const void *symbol), (function, symbol))
#endif

#if HIP_VERSION < 60300000 && !defined(hipHostAllocDefault)
#define hipHostAllocDefault hipHostMallocDefault
#define hipHostAllocPortable hipHostMallocPortable
#define hipHostAllocMapped hipHostMallocMapped
#define hipHostAllocWriteCombined hipHostMallocWriteCombined
#endif

#if HIP_VERSION < 60300000
// Addresses of pointers of every type.
template <typename T>
inline hipError_t hipMallocPitch(T **address, size_t *pitch, size_t width, size_t height) {
  return hipMallocPitch(reinterpret_cast<void **>(address), pitch, width, height);
}
template <typename T>
inline hipError_t hipHostAlloc(T **address, size_t size, unsigned flags = hipHostAllocDefault) {
  return hipHostAlloc(reinterpret_cast<void **>(address), size, flags);
}
#endif

#undef CASS_LATE
