// The device: which there are (one), what it can do, its settings.
#include "hip_types.hpp"

#include "device.hpp"
#include "memory.hpp"
#include "properties.hpp"

#include <cstdio>
#include <cstring>

using namespace cass;

namespace {

struct Settings {
  unsigned flags = 0;
  size_t stack = 1024, printf_buffer = 1 << 20, heap = 8 << 20;
} settings;

hipError_t on_device(int number) { return number == 0 ? hipSuccess : hipErrorInvalidDevice; }

// Sets a result, where there is room for one.
template <typename T> hipError_t give(T *result, T value) {
  if (!result)
    return done(hipErrorInvalidValue);
  *result = value;
  return hipSuccess;
}

size_t *limit(int which) {
  size_t *const limits[] = {&settings.stack, &settings.printf_buffer, &settings.heap};
  return which >= 0 && which < 3 ? limits[which] : nullptr;
}

} // namespace

HIP_API hipError_t hipGetDeviceCount(int *count) { return give(count, 1); }

HIP_API hipError_t hipGetDevice(int *number) { return give(number, 0); }

HIP_API hipError_t hipSetDevice(int number) { return done(on_device(number)); }

HIP_API hipError_t hipSetValidDevices(int *, int) { return hipSuccess; }

HIP_API hipError_t hipDeviceGet(hipDevice_t *handle, int number) {
  return number == 0 ? give(handle, 0) : done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipDeviceSynchronize() {
  hipError_t error = check_waiting();
  return done(error ? error : synchronize_device(current_device()));
}

HIP_API hipError_t hipDeviceReset() { return hipDeviceSynchronize(); }

HIP_API hipError_t hipGetDevicePropertiesR0600(PropertiesR0600 *result, int number) {
  return number == 0 ? give(result, properties()) : done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipGetDevicePropertiesR0000(PropertiesR0000 *result, int number) {
  return number == 0 ? give(result, old_properties()) : done(hipErrorInvalidDevice);
}

// Headers of HIP 6 and later rename this function to the one with their structure.
HIP_API hipError_t hipGetDeviceProperties(PropertiesR0000 *result, int number) {
  return hipGetDevicePropertiesR0000(result, number);
}

HIP_API hipError_t hipChooseDevice(int *number, const void *wanted) {
  return wanted ? give(number, 0) : done(hipErrorInvalidValue);
}

HIP_API hipError_t hipChooseDeviceR0600(int *number, const void *wanted) {
  return hipChooseDevice(number, wanted);
}

HIP_API hipError_t hipChooseDeviceR0000(int *number, const void *wanted) {
  return hipChooseDevice(number, wanted);
}

HIP_API hipError_t hipDeviceGetAttribute(int *value, int which, int number) {
  if (!value)
    return done(hipErrorInvalidValue);
  if (number != 0)
    return done(hipErrorInvalidDevice);
  return done(attribute(which, *value) ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t number) {
  if (!major || !minor || number != 0)
    return done(number ? hipErrorInvalidDevice : hipErrorInvalidValue);
  *major = device().major;
  *minor = device().minor;
  return hipSuccess;
}

HIP_API hipError_t hipDeviceGetName(char *name, int length, hipDevice_t number) {
  if (!name || length <= 0 || number != 0)
    return done(number ? hipErrorInvalidDevice : hipErrorInvalidValue);
  snprintf(name, static_cast<size_t>(length), "%s", device().name);
  return hipSuccess;
}

HIP_API hipError_t hipDeviceGetUuid(char *uuid, hipDevice_t number) {
  if (!uuid || number != 0)
    return done(number ? hipErrorInvalidDevice : hipErrorInvalidValue);
  std::memcpy(uuid, properties().uuid, sizeof properties().uuid);
  return hipSuccess;
}

HIP_API hipError_t hipDeviceGetPCIBusId(char *id, int length, int number) {
  if (!id || length < 13 || number != 0)
    return done(number ? hipErrorInvalidDevice : hipErrorInvalidValue);
  const PropertiesR0600 &p = properties();
  snprintf(id, static_cast<size_t>(length), "%04x:%02x:%02x.0", p.pciDomainID, p.pciBusID,
           p.pciDeviceID);
  return hipSuccess;
}

HIP_API hipError_t hipDeviceGetByPCIBusId(int *number, const char *id) {
  char own[16];
  hipDeviceGetPCIBusId(own, sizeof own, 0);
  return id && strcmp(own, id) == 0 ? give(number, 0) : done(hipErrorInvalidValue);
}

HIP_API hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t number) {
  return number == 0 ? give(bytes, memory().capacity()) : done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipDeviceGetLimit(size_t *value, int which) {
  size_t *found = limit(which);
  return found ? give(value, *found) : done(hipErrorUnsupportedLimit);
}

HIP_API hipError_t hipDeviceSetLimit(int which, size_t value) {
  size_t *found = limit(which);
  if (!found)
    return done(hipErrorUnsupportedLimit);
  *found = value;
  return hipSuccess;
}

HIP_API hipError_t hipGetDeviceFlags(unsigned *flags) { return give(flags, settings.flags); }

HIP_API hipError_t hipSetDeviceFlags(unsigned flags) {
  settings.flags = flags;
  return hipSuccess;
}

// Caches and banks cannot be set on AMD's cards: hints are taken and forgotten.
HIP_API hipError_t hipDeviceSetCacheConfig(int) { return hipSuccess; }

HIP_API hipError_t hipDeviceGetCacheConfig(int *config) { return give(config, 0); }

HIP_API hipError_t hipDeviceSetSharedMemConfig(int) { return hipSuccess; }

HIP_API hipError_t hipDeviceGetSharedMemConfig(int *config) { return give(config, 0); }

HIP_API hipError_t hipDeviceCanAccessPeer(int *can, int number, int peer) {
  return number == 0 && peer == 0 ? give(can, 0) : done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipDeviceEnablePeerAccess(int, unsigned) { return done(hipErrorInvalidDevice); }

HIP_API hipError_t hipDeviceDisablePeerAccess(int) { return done(hipErrorInvalidDevice); }

HIP_API hipError_t hipDeviceGetP2PAttribute(int *, int, int, int) {
  return done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipExtGetLinkTypeAndHopCount(int, int, uint32_t *, uint32_t *) {
  return done(hipErrorInvalidDevice);
}
