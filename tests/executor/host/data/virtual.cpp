// Addresses and the memory behind them, had apart; memory of another process.
#include <hip/hip_version.h>

#if HIP_VERSION_MAJOR < 6 // headers with a draft of this interface
#define hipMemAllocationProp DraftProp
#define hipMemCreate draftCreate
#define hipMemGetAllocationGranularity draftGranularity
#define hipMemGetAllocationPropertiesFromHandle draftProperties
#endif
#include "checks.hpp"
#if HIP_VERSION_MAJOR < 6
#undef hipMemAllocationProp
#undef hipMemCreate
#undef hipMemGetAllocationGranularity
#undef hipMemGetAllocationPropertiesFromHandle
struct hipMemAllocationProp {
  hipMemAllocationType type;
  hipMemAllocationHandleType handle_type;
  hipMemLocation location;
  void *windows;
  unsigned flags;
};
using Allocated = hipMemGenericAllocationHandle_t;
extern "C" {
hipError_t hipMemCreate(Allocated *, size_t, const hipMemAllocationProp *, unsigned long long);
hipError_t hipMemGetAllocationGranularity(size_t *, const hipMemAllocationProp *, int);
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *, Allocated);
hipError_t hipMemcpyAtoA(hipArray *, size_t, hipArray *, size_t, size_t);
hipError_t hipMemcpyAtoD(void *, hipArray *, size_t, size_t);
hipError_t hipMemcpyDtoA(hipArray *, size_t, void *, size_t);
hipError_t hipMemcpyAtoHAsync(void *, hipArray *, size_t, size_t, hipStream_t);
hipError_t hipMemcpyHtoAAsync(hipArray *, size_t, const void *, size_t, hipStream_t);
}
#endif

#include <cstring>
#include <numeric>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

static hipMemAllocationProp on_device() {
  hipMemAllocationProp properties{};
  properties.type = hipMemAllocationTypePinned;
  properties.location.type = hipMemLocationTypeDevice;
  return properties;
}

static hipMemAccessDesc both_ways() {
  hipMemAccessDesc access{};
  access.location.type = hipMemLocationTypeDevice;
  access.flags = hipMemAccessFlagsProtReadWrite;
  return access;
}

// Two pieces of memory behind one range, one of them a second time elsewhere.
static void mapping() {
  hipMemAllocationProp properties = on_device(), got{};
  size_t unit = 0;
  OK(hipMemGetAllocationGranularity(&unit, &properties, hipMemAllocationGranularityMinimum));
  void *range = nullptr, *alias = nullptr;
  OK(hipMemAddressReserve(&range, 2 * unit, 0, nullptr, 0));
  OK(hipMemAddressReserve(&alias, unit, 0, nullptr, 0));
  GIVES(hipErrorInvalidValue, hipMemset(nullptr, 0, 1));
  hipMemGenericAllocationHandle_t handles[2], retained;
  OK(hipMemCreate(&handles[0], unit, &properties, 0));
  OK(hipMemCreate(&handles[1], unit, &properties, 0));
  GIVES(hipErrorInvalidValue, hipMemCreate(&retained, unit - 1, &properties, 0));
  auto second = static_cast<char *>(range) + unit;
  OK(hipMemMap(range, unit, 0, handles[0], 0));
  GIVES(hipErrorInvalidValue, hipMemMap(range, unit, 0, handles[1], 0));
  OK(hipMemMap(second, unit, 0, handles[1], 0));
  OK(hipMemMap(alias, unit, 0, handles[1], 0));
  hipMemAccessDesc access = both_ways();
  unsigned long long flags = 9;
  OK(hipMemGetAccess(&flags, &access.location, range));
  SAME(flags, 0ull);
  OK(hipMemSetAccess(range, 2 * unit, &access, 1));
  OK(hipMemSetAccess(alias, unit, &access, 1));
  OK(hipMemGetAccess(&flags, &access.location, second));
  SAME(flags, 3ull);
  std::vector<int> in(2 * unit / sizeof(int)), out(unit / sizeof(int));
  std::iota(in.begin(), in.end(), 7);
  OK(hipMemcpy(range, in.data(), 2 * unit, hipMemcpyHostToDevice));
  OK(hipMemcpy(out.data(), alias, unit, hipMemcpyDeviceToHost));
  SAME(std::memcmp(out.data(), in.data() + out.size(), unit), 0);
  OK(hipMemRetainAllocationHandle(&retained, second + 5));
  SAME(retained, handles[1]);
  OK(hipMemGetAllocationPropertiesFromHandle(&got, retained));
  SAME(got.location.type, hipMemLocationTypeDevice);
  OK(hipMemRelease(retained));
  OK(hipMemRelease(handles[0]));
  OK(hipMemRelease(handles[1]));
  GIVES(hipErrorInvalidValue, hipMemRelease(handles[1]));
  GIVES(hipErrorInvalidValue, hipMemAddressFree(range, 2 * unit));
  OK(hipMemUnmap(range, 2 * unit));
  GIVES(hipErrorInvalidValue, hipMemcpy(out.data(), range, 4, hipMemcpyDeviceToHost));
  OK(hipMemAddressFree(range, 2 * unit));
  OK(hipMemcpy(out.data(), alias, 4, hipMemcpyDeviceToHost)); // still held by its mapping
  SAME(out[0], in[out.size()]);
  OK(hipMemUnmap(alias, unit));
  OK(hipMemAddressFree(alias, unit));
}

// The child sees what the parent has written, and the parent what the child has.
static void other_process() {
  int *p = nullptr, value = 41;
  hipIpcMemHandle_t handle;
  void *opened = nullptr;
  OK(hipMalloc(reinterpret_cast<void **>(&p), 4));
  OK(hipMemcpy(p, &value, 4, hipMemcpyHostToDevice));
  OK(hipIpcGetMemHandle(&handle, p));
  GIVES(hipErrorInvalidContext,
        hipIpcOpenMemHandle(&opened, handle, hipIpcMemLazyEnablePeerAccess));
  GIVES(hipErrorInvalidValue, hipIpcCloseMemHandle(p));
  pid_t child = fork();
  if (child == 0) {
    OK(hipIpcOpenMemHandle(&opened, handle, hipIpcMemLazyEnablePeerAccess));
    OK(hipMemcpy(&value, opened, 4, hipMemcpyDeviceToHost));
    SAME(value, 41);
    OK(hipMemset(opened, 1, 4));
    OK(hipIpcCloseMemHandle(opened));
    GIVES(hipErrorInvalidValue, hipMemset(opened, 1, 4));
    fflush(stdout);
    _exit(failures);
  }
  int status = 1;
  waitpid(child, &status, 0);
  SAME(status, 0);
  OK(hipMemcpy(&value, p, 4, hipMemcpyDeviceToHost));
  SAME(value, 0x01010101);
  OK(hipFree(p));
}

// A piece of an array to memory, another array and back.
static void arrays() {
  hipChannelFormatDesc desc = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindSigned);
  hipArray_t a = nullptr, b = nullptr;
  int in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8] = {}, *p = nullptr;
  OK(hipMallocArray(&a, &desc, 8, 0, 0));
  OK(hipMallocArray(&b, &desc, 8, 0, 0));
  OK(hipMalloc(reinterpret_cast<void **>(&p), sizeof in));
  OK(hipMemcpyHtoAAsync(a, 0, in, sizeof in, nullptr));
  OK(hipMemcpyAtoA(b, 8, a, 0, 24));
  OK(hipMemcpyAtoD(p, b, 8, 8));
  OK(hipMemcpyDtoA(b, 0, p, 8));
  OK(hipMemcpyAtoHAsync(out, b, 0, sizeof out, nullptr));
  OK(hipDeviceSynchronize());
  const int expected[] = {1, 2, 1, 2, 3, 4, 5, 6};
  SAME(std::memcmp(out, expected, sizeof out), 0);
  GIVES(hipErrorInvalidValue, hipMemcpyAtoD(p, b, 28, 8));
  OK(hipFreeArray(a));
  OK(hipFreeArray(b));
  OK(hipFree(p));
}

int main() {
  other_process();
  mapping();
  arrays();
}
