// Allocation, and what is known about a pointer.
#include "hip_types.hpp"

#include "device.hpp"
#include "graph_memory.hpp"
#include "memory.hpp"
#include "pools.hpp"

#include <cstring>
#include <sys/mman.h>

using namespace cass;

namespace {

constexpr size_t kPitch = 256; // rows of pitched memory start at multiples of it

hipError_t allocate(void **pointer, size_t size, MemoryKind kind, unsigned flags = 0) {
  if (!pointer)
    return hipErrorInvalidValue;
  if (hipError_t error = check_unsafe())
    return error;
  *pointer = nullptr;
  if (size == 0)
    return hipSuccess;
  *pointer = memory().allocate(size, kind, flags);
  return *pointer ? hipSuccess : hipErrorOutOfMemory;
}

// Only the start of an allocation of a fitting kind can be freed, and only once.
hipError_t release(void *pointer, bool host) {
  if (!pointer)
    return hipSuccess;
  auto found = memory().find(pointer);
  if (!found || found->mapped == 0 || found->start != reinterpret_cast<uint64_t>(pointer))
    return hipErrorInvalidValue;
  if (host != (found->kind == MemoryKind::Pinned))
    return hipErrorInvalidValue;
  synchronize_device(-1); // work that uses it ends first
  memory().release(pointer);
  return hipSuccess;
}

// Whether the process has memory at all of these addresses.
bool is_mapped(void *pointer, size_t size) {
  constexpr uint64_t kPage = 4096;
  uint64_t start = reinterpret_cast<uint64_t>(pointer) & ~(kPage - 1);
  uint64_t bytes = reinterpret_cast<uint64_t>(pointer) + size - start;
  return bytes >= size && msync(reinterpret_cast<void *>(start), bytes, MS_ASYNC) == 0;
}

size_t pitch_of(size_t width) { return (width + kPitch - 1) / kPitch * kPitch; }

// hipMemoryType: the numbers changed with HIP 6.
int memory_type(const std::optional<Allocation> &a) {
  bool old = program_version() < 6;
  if (!a)
    return 0; // host in HIP 5, unregistered since
  if (a->kind == MemoryKind::Managed)
    return 3; // unified in HIP 5, managed since
  if (a->kind == MemoryKind::Pinned || a->kind == MemoryKind::Registered)
    return old ? 0 : 1;
  return old ? 1 : 2;
}

} // namespace

HIP_API hipError_t hipMalloc(void **pointer, size_t size) {
  return done(allocate(pointer, size, MemoryKind::Device));
}

HIP_API hipError_t hipExtMallocWithFlags(void **pointer, size_t size, unsigned flags) {
  return done(allocate(pointer, size, MemoryKind::Device, flags));
}

HIP_API hipError_t hipMallocManaged(void **pointer, size_t size, unsigned flags) {
  constexpr unsigned kGlobal = 1, kHost = 2;
  if (size == 0 || (flags != kGlobal && flags != kHost))
    return done(hipErrorInvalidValue);
  return done(allocate(pointer, size, MemoryKind::Managed, flags));
}

HIP_API hipError_t hipHostMalloc(void **pointer, size_t size, unsigned flags) {
  constexpr unsigned kCoherent = 0x40000000, kNonCoherent = 0x80000000, kKnown = 0xe000000f;
  constexpr unsigned kBoth = kCoherent | kNonCoherent;
  if ((flags & ~kKnown) || (flags & kBoth) == kBoth)
    return done(hipErrorInvalidValue);
  return done(allocate(pointer, size, MemoryKind::Pinned, flags));
}

HIP_API hipError_t hipHostAlloc(void **pointer, size_t size, unsigned flags) {
  return hipHostMalloc(pointer, size, flags);
}

HIP_API hipError_t hipExtHostAlloc(void **pointer, size_t size, unsigned flags) {
  return hipHostMalloc(pointer, size, flags);
}

HIP_API hipError_t hipMallocHost(void **pointer, size_t size) {
  return hipHostMalloc(pointer, size, 0);
}

HIP_API hipError_t hipMemAllocHost(void **pointer, size_t size) {
  return hipHostMalloc(pointer, size, 0);
}

HIP_API hipError_t hipMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height) {
  if (!pitch)
    return done(hipErrorInvalidValue);
  *pitch = pitch_of(width);
  return done(allocate(pointer, *pitch * height, MemoryKind::Device));
}

HIP_API hipError_t hipMemAllocPitch(hipDeviceptr_t *pointer, size_t *pitch, size_t width,
                                    size_t height, unsigned element) {
  if (element != 4 && element != 8 && element != 16)
    return done(hipErrorInvalidValue);
  return hipMallocPitch(pointer, pitch, width, height);
}

HIP_API hipError_t hipMalloc3D(hipPitchedPtr *pitched, hipExtent extent) {
  if (!pitched)
    return done(hipErrorInvalidValue);
  *pitched = {nullptr, pitch_of(extent.width), extent.width, extent.height};
  size_t size = pitched->pitch * extent.height * extent.depth;
  return done(allocate(&pitched->ptr, size, MemoryKind::Device));
}

HIP_API hipError_t hipFree(void *pointer) {
  graph_memory_given(pointer);
  left_pool(pointer); // before somebody else gets the place
  return done(release(pointer, false));
}

HIP_API hipError_t hipHostFree(void *pointer) { return done(release(pointer, true)); }

HIP_API hipError_t hipFreeHost(void *pointer) { return hipHostFree(pointer); }

HIP_API hipError_t hipHostRegister(void *pointer, size_t size, unsigned flags) {
  constexpr unsigned kKnown = 0x8000000f;
  if (!pointer || size == 0 || (flags & ~kKnown) || !is_mapped(pointer, size))
    return done(hipErrorInvalidValue);
  bool adopted = memory().adopt(pointer, size, MemoryKind::Registered, flags);
  return done(adopted ? hipSuccess : hipErrorHostMemoryAlreadyRegistered);
}

HIP_API hipError_t hipHostUnregister(void *pointer) {
  auto found = memory().find(pointer);
  if (!found || found->kind != MemoryKind::Registered)
    return done(pointer ? hipErrorHostMemoryNotRegistered : hipErrorInvalidValue);
  synchronize_device(-1);
  memory().release(pointer);
  return done(hipSuccess);
}

HIP_API hipError_t hipHostGetDevicePointer(void **device_pointer, void *pointer, unsigned flags) {
  if (!device_pointer || flags || !memory().find(pointer))
    return done(hipErrorInvalidValue);
  *device_pointer = pointer;
  return done(hipSuccess);
}

HIP_API hipError_t hipHostGetFlags(unsigned *flags, void *pointer) {
  auto found = memory().find(pointer);
  if (!flags || !found ||
      (found->kind != MemoryKind::Pinned && found->kind != MemoryKind::Registered))
    return done(hipErrorInvalidValue);
  *flags = found->flags;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemGetInfo(size_t *available, size_t *total) {
  if (available)
    *available = memory().available();
  if (total)
    *total = memory().capacity();
  return done(hipSuccess);
}

HIP_API hipError_t hipMemPtrGetInfo(void *pointer, size_t *size) {
  auto found = memory().find(pointer);
  if (!size || !found)
    return done(hipErrorInvalidValue);
  *size = found->size;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *size,
                                         hipDeviceptr_t pointer) {
  auto found = memory().find(pointer);
  if (!found)
    return done(hipErrorNotFound);
  if (base)
    *base = reinterpret_cast<void *>(found->start);
  if (size)
    *size = found->size;
  return done(hipSuccess);
}

HIP_API hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *pointer) {
  if (!attributes || !pointer)
    return done(hipErrorInvalidValue);
  auto found = memory().find(pointer);
  if (!found && program_version() < 6)
    return done(hipErrorInvalidValue);
  void *same = const_cast<void *>(pointer);
  bool host =
      found && (found->kind == MemoryKind::Pinned || found->kind == MemoryKind::Registered ||
                found->kind == MemoryKind::Managed);
  *attributes = {memory_type(found),
                 found ? found->device : -2,
                 found ? same : nullptr,
                 host ? same : nullptr,
                 found && found->kind == MemoryKind::Managed,
                 found ? found->flags : 0};
  return done(hipSuccess);
}

HIP_API hipError_t hipPointerGetAttribute(void *data, int attribute, hipDeviceptr_t pointer) {
  enum { Type = 2, DevicePointer, HostPointer, Managed = 8, Ordinal, Start = 11, Size, Mapped };
  auto found = memory().find(pointer);
  if (!data || !found)
    return done(hipErrorInvalidValue);
  switch (attribute) {
  case Type:
    *static_cast<int *>(data) = memory_type(found);
    return done(hipSuccess);
  case DevicePointer:
  case HostPointer:
    *static_cast<void **>(data) = pointer;
    return done(hipSuccess);
  case Managed:
    *static_cast<bool *>(data) = found->kind == MemoryKind::Managed;
    return done(hipSuccess);
  case Ordinal:
    *static_cast<int *>(data) = found->device;
    return done(hipSuccess);
  case Start:
    *static_cast<uint64_t *>(data) = found->start;
    return done(hipSuccess);
  case Size:
    *static_cast<size_t *>(data) = found->size;
    return done(hipSuccess);
  case Mapped:
    *static_cast<bool *>(data) = true;
    return done(hipSuccess);
  default:
    return done(hipErrorNotSupported);
  }
}

HIP_API hipError_t hipDrvPointerGetAttributes(unsigned count, const int *attributes, void **data,
                                              hipDeviceptr_t pointer) {
  if (count == 0 || !attributes || !data || !pointer)
    return done(hipErrorInvalidValue);
  for (unsigned i = 0; i < count; ++i)
    if (hipError_t error = hipPointerGetAttribute(data[i], attributes[i], pointer))
      return error;
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipPointerSetAttribute(const void *value, int attribute,
                                                hipDeviceptr_t pointer) {
  constexpr int kSyncMemops = 6;
  if (!value || !pointer || attribute != kSyncMemops)
    return done(hipErrorInvalidValue);
  return done(memory().find(pointer) ? hipSuccess : hipErrorInvalidDevicePointer);
}
