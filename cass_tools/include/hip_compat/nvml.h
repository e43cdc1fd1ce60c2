// NVML's questions about devices, answered by HIP's runtime: for programs that are built
// unmodified.
//
// What that runtime does not know (temperatures, power, fans, loads) is NVML_ERROR_NOT_SUPPORTED,
// as NVML says it of GPUs that have no such sensor. A device is its number in HIP plus one, so that
// a null handle is none.
#ifndef CASS_NVML_H
#define CASS_NVML_H

#ifndef __HIP_PLATFORM_AMD__
#define __HIP_PLATFORM_AMD__ 1
#endif
#include <hip/hip_runtime_api.h>

#include <stdint.h>
#include <stdio.h>

typedef struct nvmlDevice_st *nvmlDevice_t;

typedef enum {
  NVML_SUCCESS = 0,
  NVML_ERROR_UNINITIALIZED = 1,
  NVML_ERROR_INVALID_ARGUMENT = 2,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NO_PERMISSION = 4,
  NVML_ERROR_ALREADY_INITIALIZED = 5,
  NVML_ERROR_NOT_FOUND = 6,
  NVML_ERROR_INSUFFICIENT_SIZE = 7,
  NVML_ERROR_DRIVER_NOT_LOADED = 9,
  NVML_ERROR_UNKNOWN = 999
} nvmlReturn_t;

typedef enum {
  NVML_CLOCK_GRAPHICS = 0,
  NVML_CLOCK_SM = 1,
  NVML_CLOCK_MEM = 2,
  NVML_CLOCK_VIDEO = 3
} nvmlClockType_t;
typedef enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;
typedef enum { NVML_FEATURE_DISABLED = 0, NVML_FEATURE_ENABLED = 1 } nvmlEnableState_t;

typedef struct {
  unsigned long long total, free, used; // bytes
} nvmlMemory_t;
typedef struct {
  unsigned int gpu, memory; // per cent
} nvmlUtilization_t;
typedef struct {
  char busIdLegacy[16];
  unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
  char busId[32];
} nvmlPciInfo_t;

#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80

static inline nvmlReturn_t cass_nvml_of(hipError_t failed) {
  switch (failed) {
  case hipSuccess:
    return NVML_SUCCESS;
  case hipErrorNoDevice:
    return NVML_ERROR_DRIVER_NOT_LOADED;
  case hipErrorInvalidValue:
  case hipErrorInvalidDevice:
    return NVML_ERROR_INVALID_ARGUMENT;
  case hipErrorNotSupported:
    return NVML_ERROR_NOT_SUPPORTED;
  default:
    return NVML_ERROR_UNKNOWN;
  }
}

static inline int cass_nvml_number(nvmlDevice_t device) { return (int)(intptr_t)device - 1; }

static inline nvmlReturn_t cass_nvml_asked(nvmlDevice_t device, hipDeviceAttribute_t what,
                                           unsigned int divisor, unsigned int *answer) {
  int value = 0;
  hipError_t failed = device && answer
                          ? hipDeviceGetAttribute(&value, what, cass_nvml_number(device))
                          : hipErrorInvalidValue;
  if (failed == hipSuccess)
    *answer = (unsigned int)value / divisor;
  return cass_nvml_of(failed);
}

static inline nvmlReturn_t nvmlInit(void) { return cass_nvml_of(hipInit(0)); }
static inline nvmlReturn_t nvmlInitWithFlags(unsigned int flags) {
  (void)flags;
  return nvmlInit();
}
static inline nvmlReturn_t nvmlShutdown(void) { return NVML_SUCCESS; }

static inline const char *nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
  case NVML_SUCCESS:
    return "The operation was successful";
  case NVML_ERROR_INVALID_ARGUMENT:
    return "A supplied argument is invalid";
  case NVML_ERROR_NOT_SUPPORTED:
    return "HIP's runtime cannot tell this of the device";
  case NVML_ERROR_NOT_FOUND:
    return "There is no such device";
  case NVML_ERROR_INSUFFICIENT_SIZE:
    return "An input argument is not large enough";
  case NVML_ERROR_DRIVER_NOT_LOADED:
    return "There is no GPU, or its driver is not loaded";
  default:
    return "Unknown error";
  }
}

static inline nvmlReturn_t nvmlDeviceGetCount(unsigned int *count) {
  int found = 0;
  hipError_t failed = count ? hipGetDeviceCount(&found) : hipErrorInvalidValue;
  if (failed == hipErrorNoDevice)
    failed = hipSuccess;
  if (failed == hipSuccess)
    *count = (unsigned int)found;
  return cass_nvml_of(failed);
}

static inline nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t *device) {
  unsigned int count = 0;
  nvmlReturn_t failed = nvmlDeviceGetCount(&count);
  if (failed != NVML_SUCCESS)
    return failed;
  if (!device || index >= count)
    return NVML_ERROR_INVALID_ARGUMENT;
  *device = (nvmlDevice_t)(intptr_t)(index + 1);
  return NVML_SUCCESS;
}

static inline nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char *bus, nvmlDevice_t *device) {
  int number = 0;
  if (!bus || !device)
    return NVML_ERROR_INVALID_ARGUMENT;
  if (hipDeviceGetByPCIBusId(&number, bus) != hipSuccess)
    return NVML_ERROR_NOT_FOUND;
  *device = (nvmlDevice_t)(intptr_t)(number + 1);
  return NVML_SUCCESS;
}

static inline nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int *index) {
  if (!device || !index)
    return NVML_ERROR_INVALID_ARGUMENT;
  *index = (unsigned int)cass_nvml_number(device);
  return NVML_SUCCESS;
}

static inline nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char *name, unsigned int length) {
  if (!device || !name || !length)
    return NVML_ERROR_INVALID_ARGUMENT;
  return cass_nvml_of(hipDeviceGetName(name, (int)length, cass_nvml_number(device)));
}

static inline nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t *info) {
  const nvmlPciInfo_t none = {{0}, 0, 0, 0, 0, 0, {0}};
  if (!info)
    return NVML_ERROR_INVALID_ARGUMENT;
  *info = none;
  nvmlReturn_t failed = cass_nvml_asked(device, hipDeviceAttributePciBusId, 1, &info->bus);
  if (failed == NVML_SUCCESS)
    failed = cass_nvml_asked(device, hipDeviceAttributePciDeviceId, 1, &info->device);
  if (failed != NVML_SUCCESS)
    return failed;
  hipError_t unnamed =
      hipDeviceGetPCIBusId(info->busId, sizeof info->busId, cass_nvml_number(device));
  if (unnamed == hipSuccess && sscanf(info->busId, "%x:", &info->domain) == 1)
    snprintf(info->busIdLegacy, sizeof info->busIdLegacy, "%04x:%02x:%02x.0", info->domain & 0xffff,
             info->bus & 0xff, info->device & 0xff);
  return cass_nvml_of(unnamed);
}

// HIP tells the memory of the current device only.
static inline nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t *memory) {
  size_t left = 0, total = 0;
  int before = 0;
  if (!device || !memory)
    return NVML_ERROR_INVALID_ARGUMENT;
  hipError_t failed = hipGetDevice(&before);
  if (failed == hipSuccess)
    failed = hipSetDevice(cass_nvml_number(device));
  if (failed == hipSuccess)
    failed = hipMemGetInfo(&left, &total);
  (void)hipSetDevice(before);
  if (failed == hipSuccess) {
    memory->total = total;
    memory->free = left;
    memory->used = total - left;
  }
  return cass_nvml_of(failed);
}

// In MHz, where HIP has kHz.
static inline nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t which,
                                                     unsigned int *clock) {
  if (which == NVML_CLOCK_VIDEO)
    return NVML_ERROR_NOT_SUPPORTED;
  return cass_nvml_asked(device,
                         which == NVML_CLOCK_MEM ? hipDeviceAttributeMemoryClockRate
                                                 : hipDeviceAttributeClockRate,
                         1000, clock);
}
static inline nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t which,
                                                  unsigned int *clock) {
  return nvmlDeviceGetMaxClockInfo(device, which, clock);
}
static inline nvmlReturn_t nvmlDeviceGetMemoryBusWidth(nvmlDevice_t device, unsigned int *bits) {
  return cass_nvml_asked(device, hipDeviceAttributeMemoryBusWidth, 1, bits);
}

static inline nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
  int number = 0;
  if (!version || !length)
    return NVML_ERROR_INVALID_ARGUMENT;
  hipError_t failed = hipDriverGetVersion(&number);
  if (failed == hipSuccess && snprintf(version, length, "%d", number) >= (int)length)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  return cass_nvml_of(failed);
}

#define CASS_NVML_UNKNOWN(NAME, ...)                                                               \
  static inline nvmlReturn_t NAME(nvmlDevice_t device, __VA_ARGS__) {                              \
    return device ? NVML_ERROR_NOT_SUPPORTED : NVML_ERROR_INVALID_ARGUMENT;                        \
  }
CASS_NVML_UNKNOWN(nvmlDeviceGetTemperature, nvmlTemperatureSensors_t sensor, unsigned int *degrees)
CASS_NVML_UNKNOWN(nvmlDeviceGetPowerUsage, unsigned int *milliwatts)
CASS_NVML_UNKNOWN(nvmlDeviceGetEnforcedPowerLimit, unsigned int *milliwatts)
CASS_NVML_UNKNOWN(nvmlDeviceGetPowerManagementLimit, unsigned int *milliwatts)
CASS_NVML_UNKNOWN(nvmlDeviceGetTotalEnergyConsumption, unsigned long long *millijoules)
CASS_NVML_UNKNOWN(nvmlDeviceGetUtilizationRates, nvmlUtilization_t *rates)
CASS_NVML_UNKNOWN(nvmlDeviceGetFanSpeed, unsigned int *per_cent)
CASS_NVML_UNKNOWN(nvmlDeviceGetPersistenceMode, nvmlEnableState_t *mode)
CASS_NVML_UNKNOWN(nvmlDeviceGetSerial, char *serial, unsigned int length)
CASS_NVML_UNKNOWN(nvmlDeviceGetUUID, char *uuid, unsigned int length)
#undef CASS_NVML_UNKNOWN

// NVML's own header gives the plain names to the second version of these.
#define nvmlInit_v2 nvmlInit
#define nvmlDeviceGetCount_v2 nvmlDeviceGetCount
#define nvmlDeviceGetHandleByIndex_v2 nvmlDeviceGetHandleByIndex
#define nvmlDeviceGetHandleByPciBusId_v2 nvmlDeviceGetHandleByPciBusId
#define nvmlDeviceGetPciInfo_v2 nvmlDeviceGetPciInfo
#define nvmlDeviceGetPciInfo_v3 nvmlDeviceGetPciInfo

#endif
