// Copies and fills of linear memory and of variables.
#include "copying.hpp"

#include "device.hpp"
#include "memory.hpp"

using namespace cass;

namespace {

hipError_t fill_linear(void *to, size_t count, uint32_t value, size_t value_size,
                       hipStream_t stream) {
  size_t bytes = count * value_size;
  return fill({static_cast<char *>(to), bytes, bytes}, {bytes, 1, 1}, value, value_size, stream);
}

} // namespace

HIP_API hipError_t hipMemcpyAsync(void *to, const void *from, size_t size, hipMemcpyKind kind,
                                  hipStream_t stream) {
  return done(copy(to, from, size, kind, stream));
}

HIP_API hipError_t hipMemcpyAsync_spt(void *to, const void *from, size_t size, hipMemcpyKind kind,
                                      hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, kind, per_thread(stream));
}

HIP_API hipError_t hipMemcpy(void *to, const void *from, size_t size, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpyAsync(to, from, size, kind, nullptr);
}

HIP_API hipError_t hipMemcpy_spt(void *to, const void *from, size_t size, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpyAsync(to, from, size, kind, kPerThread);
}

HIP_API hipError_t hipMemcpyWithStream(void *to, const void *from, size_t size, hipMemcpyKind kind,
                                       hipStream_t stream) {
  Blocking blocking;
  return hipMemcpyAsync(to, from, size, kind, stream);
}

HIP_API hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void *from, size_t size) {
  return hipMemcpy(to, from, size, hipMemcpyHostToDevice);
}

HIP_API hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t size) {
  return hipMemcpy(to, from, size, hipMemcpyDeviceToHost);
}

HIP_API hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t size) {
  return hipMemcpy(to, from, size, hipMemcpyDeviceToDevice);
}

HIP_API hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, void *from, size_t size,
                                      hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, hipMemcpyHostToDevice, stream);
}

HIP_API hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t size,
                                      hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, hipMemcpyDeviceToHost, stream);
}

HIP_API hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from, size_t size,
                                      hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, hipMemcpyDeviceToDevice, stream);
}

HIP_API hipError_t hipMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                      size_t size, hipStream_t stream) {
  if (!is_device(to_device) || !is_device(from_device))
    return done(hipErrorInvalidDevice);
  return hipMemcpyAsync(to, from, size, hipMemcpyDeviceToDevice, stream);
}

HIP_API hipError_t hipMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                                 size_t size) {
  Blocking blocking;
  return hipMemcpyPeerAsync(to, to_device, from, from_device, size, nullptr);
}

HIP_API hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *from, size_t size,
                                          size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  char *place = nullptr;
  if (kind == hipMemcpyHostToHost || kind == hipMemcpyDeviceToHost)
    return done(hipErrorInvalidMemcpyDirection);
  if (hipError_t error = symbol_place(symbol, size, offset, place))
    return done(error);
  return done(copy(place, from, size, kind, stream));
}

HIP_API hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t size,
                                     size_t offset, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpyToSymbolAsync(symbol, from, size, offset, kind, nullptr);
}

HIP_API hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *from, size_t size,
                                         size_t offset, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpyToSymbolAsync(symbol, from, size, offset, kind, kPerThread);
}

HIP_API hipError_t hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size,
                                            size_t offset, hipMemcpyKind kind, hipStream_t stream) {
  char *place = nullptr;
  if (kind == hipMemcpyHostToHost || kind == hipMemcpyHostToDevice)
    return done(hipErrorInvalidMemcpyDirection);
  if (hipError_t error = symbol_place(symbol, size, offset, place))
    return done(error);
  return done(copy(to, place, size, kind, stream));
}

HIP_API hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t size, size_t offset,
                                       hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpyFromSymbolAsync(to, symbol, size, offset, kind, nullptr);
}

HIP_API hipError_t hipMemcpyFromSymbol_spt(void *to, const void *symbol, size_t size, size_t offset,
                                           hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpyFromSymbolAsync(to, symbol, size, offset, kind, kPerThread);
}

HIP_API hipError_t hipGetSymbolAddress(void **address, const void *symbol) {
  char *place = nullptr;
  if (!address)
    return done(hipErrorInvalidValue);
  hipError_t error = symbol_place(symbol, 0, 0, place);
  *address = place;
  return done(error);
}

HIP_API hipError_t hipGetSymbolSize(size_t *size, const void *symbol) {
  const Variable *variable = size ? variable_of(symbol) : nullptr;
  if (!variable)
    return done(size ? hipErrorInvalidSymbol : hipErrorInvalidValue);
  *size = variable->size;
  return done(hipSuccess);
}

HIP_API hipError_t hipMemsetAsync(void *to, int value, size_t size, hipStream_t stream) {
  return done(fill_linear(to, size, static_cast<uint32_t>(value), 1, stream));
}

HIP_API hipError_t hipMemset(void *to, int value, size_t size) {
  Blocking blocking;
  return hipMemsetAsync(to, value, size, nullptr);
}

HIP_API hipError_t hipMemset_spt(void *to, int value, size_t size) {
  Blocking blocking;
  return hipMemsetAsync(to, value, size, kPerThread);
}

HIP_API hipError_t hipMemsetAsync_spt(void *to, int value, size_t size, hipStream_t stream) {
  return hipMemsetAsync(to, value, size, per_thread(stream));
}

HIP_API hipError_t hipMemsetD8Async(hipDeviceptr_t to, unsigned char value, size_t count,
                                    hipStream_t stream) {
  return done(fill_linear(to, count, value, 1, stream));
}

HIP_API hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) {
  Blocking blocking;
  return hipMemsetD8Async(to, value, count, nullptr);
}

HIP_API hipError_t hipMemsetD16Async(hipDeviceptr_t to, unsigned short value, size_t count,
                                     hipStream_t stream) {
  return done(fill_linear(to, count, value, 2, stream));
}

HIP_API hipError_t hipMemsetD16(hipDeviceptr_t to, unsigned short value, size_t count) {
  Blocking blocking;
  return hipMemsetD16Async(to, value, count, nullptr);
}

HIP_API hipError_t hipMemsetD32Async(hipDeviceptr_t to, int value, size_t count,
                                     hipStream_t stream) {
  return done(fill_linear(to, count, static_cast<uint32_t>(value), 4, stream));
}

HIP_API hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  Blocking blocking;
  return hipMemsetD32Async(to, value, count, nullptr);
}
