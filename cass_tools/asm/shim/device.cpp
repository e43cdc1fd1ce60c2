// What CUDA programs are told of the device, of kernels and of pointers, in CUDA's layouts, and
// calls whose parameters differ from HIP's. The layouts are those that the executor's runtime has.
#include "payload.hpp"

#include "cuda_properties.hpp"

#include <cstring>

#define CUDA_API extern "C" __attribute__((visibility("default")))

using namespace cass;

namespace {

#ifdef CASS_CUDA_12
constexpr bool kIsNew = false;
constexpr int kVersion = 12080;
#else
constexpr bool kIsNew = true;
constexpr int kVersion = 13000;
#endif
constexpr int kInvalid = 1, kInvalidDevice = 101;

struct Names {
  int code;
  const char *runtime, *driver;
};
constexpr Names kNames[] = {
#include "cuda_errors.inc"
};

// Lanes, and what code asks the compute capability for, are those of the code that was translated.
int properties_of(PropertiesR0600 &p, int number) {
  int error = call_hip<int>("hipGetDevicePropertiesR0600", static_cast<void *>(&p), number);
  p.warpSize = 32;
  p.major = static_cast<int>(compute_capability() / 10);
  p.minor = static_cast<int>(compute_capability() % 10);
  return error;
}

struct Location {
  int type, id;
};
constexpr int kOfDevice = 1, kHostAsDevice = -1;

int device_of(uint64_t place, bool is_location) {
  Location location{static_cast<int>(place), static_cast<int>(place >> 32)};
  if (!is_location)
    return location.type;
  return location.type == kOfDevice ? location.id : kHostAsDevice;
}

} // namespace

CUDA_API int cudaGetDeviceProperties(void *result, int number) {
  if (!result)
    return kInvalid;
  PropertiesR0600 p{};
  if (int error = properties_of(p, number))
    return error;
  if (kIsNew)
    *static_cast<Properties13 *>(result) = newer(p);
  else
    std::memcpy(result, &p, kCuda12Bytes);
  return 0;
}
CUDA_API int cudaGetDeviceProperties_v2(void *result, int number) {
  return cudaGetDeviceProperties(result, number);
}

CUDA_API int cudaDeviceGetAttribute(int *value, int which, int number) {
  PropertiesR0600 p{};
  if (!value)
    return kInvalid;
  if (properties_of(p, number))
    return kInvalidDevice;
  return cuda_attribute(which, p, *value) ? 0 : kInvalid;
}

// HIP counts what may be asked for from 0, CUDA from 1.
CUDA_API int cudaDeviceGetP2PAttribute(int *value, int which, int from, int to) {
  return call_hip<int>("hipDeviceGetP2PAttribute", value, which - 1, from, to);
}

CUDA_API const char *cudaGetErrorName(int error) {
  for (const Names &names : kNames)
    if (names.code == error && names.runtime)
      return names.runtime;
  return "unrecognized error code";
}

CUDA_API const char *cudaGetErrorString(int error) {
  constexpr int kNoDevice = 100;
  return error == kNoDevice ? "no CUDA-capable device is detected"
                            : call_hip<const char *>("hipGetErrorString", error);
}

CUDA_API int cudaRuntimeGetVersion(int *version) { return version ? *version = kVersion, 0 : 1; }
CUDA_API int cudaDriverGetVersion(int *version) { return version ? *version = kVersion, 0 : 1; }

CUDA_API int cudaInitDevice(int number, unsigned, unsigned) {
  return call_hip<int>("hipSetDevice", number);
}

CUDA_API int cudaMallocHost(void **pointer, size_t size) {
  return call_hip<int>("hipHostMalloc", pointer, size, 0u);
}

CUDA_API int cudaMemAdvise(const void *pointer, size_t size, int advice, uint64_t place) {
  return call_hip<int>("hipMemAdvise", pointer, size, advice, device_of(place, kIsNew));
}

CUDA_API int cudaMemPrefetchAsync_v2(const void *pointer, size_t size, uint64_t place, unsigned,
                                     void *stream) {
  return call_hip<int>("hipMemPrefetchAsync", pointer, size, device_of(place, true), stream);
}

// Before CUDA 13 the stream is the fourth parameter.
CUDA_API int cudaMemPrefetchAsync(const void *pointer, size_t size, uint64_t place,
                                  uintptr_t fourth, void *stream) {
  return call_hip<int>("hipMemPrefetchAsync", pointer, size, device_of(place, kIsNew),
                       kIsNew ? stream : reinterpret_cast<void *>(fourth));
}

struct cudaPointerAttributes {
  int type, device;
  void *devicePointer, *hostPointer;
};
struct HipPointerAttributes {
  int type, device;
  void *device_pointer, *host_pointer;
  int is_managed;
  unsigned flags;
  char more[64];
};

// Memory of another kind is told, not refused, since CUDA 11.
CUDA_API int cudaPointerGetAttributes(cudaPointerAttributes *result, const void *pointer) {
  HipPointerAttributes found{};
  if (!result)
    return kInvalid;
  if (call_hip<int>("hipPointerGetAttributes", &found, pointer)) {
    call_hip<int>("hipGetLastError");
    found = {};
  }
  *result = {found.type, found.type ? found.device : -2,
             found.type ? found.device_pointer : nullptr, found.host_pointer};
  return 0;
}

struct HipFunctionAttributes {
  int binary_version, caches_globals;
  size_t constant, local;
  int dynamic_shared, threads, registers, carveout, ptx_version;
  size_t shared;
};
struct FunctionAttributes {
  size_t shared, constant, local;
  int threads, registers, ptx_version, binary_version, caches_globals, dynamic_shared, carveout;
  int must_have_cluster, cluster[3], cluster_policy, odd_clusters;
};

CUDA_API int cudaFuncGetAttributes(FunctionAttributes *result, const void *kernel) {
  HipFunctionAttributes found{};
  if (!result)
    return kInvalid;
  if (int error = call_hip<int>("hipFuncGetAttributes", &found, kernel))
    return error;
  int sm = static_cast<int>(compute_capability());
  *result = {found.shared,
             found.constant,
             found.local,
             found.threads,
             found.registers,
             sm,
             sm,
             found.caches_globals,
             found.dynamic_shared,
             -1,
             0,
             {0, 0, 0},
             0,
             0};
  return 0;
}

// 8: bytes of dynamic shared memory, 9: the preferred carve-out; HIP has the same numbers.
CUDA_API int cudaFuncSetAttribute(const void *kernel, int which, int value) {
  return call_hip<int>("hipFuncSetAttribute", kernel, which, value);
}
