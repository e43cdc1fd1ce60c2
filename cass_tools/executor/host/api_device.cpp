// The device: which there are (one), what it can do, its settings.
#include "hip_types.hpp"

#include "device.hpp"
#include "memory.hpp"
#include "properties.hpp"

#include <cstdio>
#include <cstring>
#include <set>

using namespace cass;

namespace {

struct Settings {
  unsigned flags = 0;
  size_t stack = 1024, printf_buffer = 1 << 20, heap = 8 << 20;
} settings;

// Sets a result, where there is room for one.
template <typename T> hipError_t give(T *result, T value) {
  if (!result)
    return done(hipErrorInvalidValue);
  *result = value;
  return hipSuccess;
}

// Which devices may look into which.
std::set<std::pair<int, int>> &peers() {
  static auto *peers = new std::set<std::pair<int, int>>;
  return *peers;
}

size_t *limit(int which) {
  size_t *const limits[] = {&settings.stack, &settings.printf_buffer, &settings.heap};
  return which >= 0 && which < 3 ? limits[which] : nullptr;
}

} // namespace

HIP_API hipError_t hipGetDeviceCount(int *count) { return give(count, device_count()); }

HIP_API hipError_t hipGetDevice(int *number) { return give(number, current_device()); }

HIP_API hipError_t hipSetDevice(int number) {
  if (!is_device(number))
    return done(hipErrorInvalidDevice);
  select_device(number);
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipSetValidDevices(int *, int) { return done(hipSuccess); }

HIP_API hipError_t hipDeviceGet(hipDevice_t *handle, int number) {
  return is_device(number) ? give(handle, number) : done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipDeviceSynchronize() {
  hipError_t error = check_waiting();
  return done(error ? error : synchronize_device(current_device()));
}

HIP_API hipError_t hipDeviceReset() { return hipDeviceSynchronize(); }

HIP_API hipError_t hipGetDevicePropertiesR0600(PropertiesR0600 *result, int number) {
  return is_device(number) ? give(result, properties(number)) : done(hipErrorInvalidDevice);
}

HIP_API hipError_t hipGetDevicePropertiesR0000(PropertiesR0000 *result, int number) {
  return is_device(number) ? give(result, old_properties(number)) : done(hipErrorInvalidDevice);
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
  if (!is_device(number))
    return done(hipErrorInvalidDevice);
  return done(attribute(which, number, *value) ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t number) {
  if (!major || !minor || !is_device(number))
    return done(is_device(number) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  *major = device().shown_major;
  *minor = device().shown_minor;
  return done(hipSuccess);
}

HIP_API hipError_t hipDeviceGetName(char *name, int length, hipDevice_t number) {
  if (!name || length <= 0 || !is_device(number))
    return done(is_device(number) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  snprintf(name, static_cast<size_t>(length), "%s", device().name);
  return done(hipSuccess);
}

HIP_API hipError_t hipDeviceGetUuid(char *uuid, hipDevice_t number) {
  if (!uuid || !is_device(number))
    return done(is_device(number) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  std::memcpy(uuid, properties(number).uuid, sizeof properties(number).uuid);
  return done(hipSuccess);
}

HIP_API hipError_t hipDeviceGetPCIBusId(char *id, int length, int number) {
  constexpr int kNeeded = 13;
  if (!id || length <= 0 || !is_device(number))
    return done(is_device(number) ? hipErrorInvalidValue : hipErrorInvalidDevice);
  const PropertiesR0600 &p = properties(number);
  snprintf(id, static_cast<size_t>(length), "%04x:%02x:%02x.0", p.pciDomainID, p.pciBusID,
           p.pciDeviceID);
  return done(length < kNeeded ? hipErrorInvalidValue : hipSuccess);
}

HIP_API hipError_t hipDeviceGetByPCIBusId(int *result, const char *id) {
  if (!result || !id)
    return done(hipErrorInvalidValue);
  for (int number = 0; number < device_count(); ++number) {
    char own[16];
    hipDeviceGetPCIBusId(own, sizeof own, number);
    if (strcmp(own, id) == 0)
      return give(result, number);
  }
  return done(hipErrorInvalidValue);
}

HIP_API hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t number) {
  return is_device(number) ? give(bytes, memory().capacity()) : done(hipErrorInvalidDevice);
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
  return done(hipSuccess);
}

HIP_API hipError_t hipGetDeviceFlags(unsigned *flags) { return give(flags, settings.flags); }

HIP_API hipError_t hipSetDeviceFlags(unsigned flags) {
  settings.flags = flags;
  return done(hipSuccess);
}

// Caches and banks cannot be set on AMD's cards: hints are taken and forgotten.
HIP_NO_EFFECT hipError_t hipDeviceSetCacheConfig(int config) {
  constexpr int kLast = 3;
  return done(config >= 0 && config <= kLast ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipDeviceGetCacheConfig(int *config) { return give(config, 0); }

// AMD's banks have four bytes, whatever is asked for.
HIP_NO_EFFECT hipError_t hipDeviceSetSharedMemConfig(int config) {
  constexpr int kLast = 2;
  return done(config >= 0 && config <= kLast ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipDeviceGetSharedMemConfig(int *config) {
  constexpr int kFourBytes = 1;
  return give(config, kFourBytes);
}

// All devices are in one address space and reach each other's memory whether that is enabled or
// not.
HIP_API hipError_t hipDeviceCanAccessPeer(int *can, int number, int peer) {
  if (!can)
    return done(hipErrorInvalidValue);
  if (!is_device(number) || !is_device(peer))
    return done(hipErrorInvalidDevice);
  return give(can, number == peer ? 0 : 1);
}

HIP_API hipError_t hipDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (flags)
    return done(hipErrorInvalidValue);
  if (!is_device(peer) || peer == current_device())
    return done(hipErrorInvalidDevice);
  bool added = peers().insert({current_device(), peer}).second;
  return done(added ? hipSuccess : hipErrorPeerAccessAlreadyEnabled);
}

HIP_API hipError_t hipDeviceDisablePeerAccess(int peer) {
  if (!is_device(peer))
    return done(hipErrorInvalidDevice);
  return done(peers().erase({current_device(), peer}) ? hipSuccess : hipErrorPeerAccessNotEnabled);
}

HIP_API hipError_t hipDeviceGetP2PAttribute(int *value, int which, int from, int to) {
  constexpr int kFirst = 1, kLast = 4, kRank = 1;
  if (!value || which < kFirst || which > kLast)
    return done(hipErrorInvalidValue);
  if (!is_device(from) || !is_device(to) || from == to)
    return done(hipErrorInvalidDevice);
  return give(value, which == kRank ? 0 : 1);
}

HIP_API hipError_t hipExtGetLinkTypeAndHopCount(int from, int to, uint32_t *type, uint32_t *hops) {
  constexpr uint32_t kPciExpress = 2;
  if (!type || !hops || from == to || !is_device(from) || !is_device(to))
    return done(hipErrorInvalidValue);
  *hops = 1;
  return give(type, kPciExpress);
}
