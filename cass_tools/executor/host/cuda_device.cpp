// What CUDA programs are told of the device, of kernels and of pointers, in CUDA's layouts.
#include "hip_types.hpp"

#include "cuda_properties.hpp"
#include "device.hpp"
#include "nvidia_device.hpp"
#include "properties.hpp"

#include <cstddef>
#include <cstring>

using namespace cass;

extern "C" {
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *, const void *);
hipError_t hipDeviceGetP2PAttribute(int *, int, int, int);
}

namespace {

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
  return done(hipSuccess);
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
  if (!pointer) {
    *result = {0, -2, nullptr, nullptr};
    return done(hipSuccess);
  }
  if (hipError_t error = hipPointerGetAttributes(&found, pointer))
    return error;
  *result = {found.type, found.type ? found.device : -2, found.type ? found.devicePointer : nullptr,
             found.hostPointer};
  return done(hipSuccess);
}
