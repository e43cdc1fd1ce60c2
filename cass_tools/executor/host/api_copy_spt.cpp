// Copies and fills of shapes and variables in the thread's own stream.
#include "copying.hpp"

using namespace cass;

#define DECLARED extern "C" hipError_t

DECLARED hipMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, hipMemcpyKind,
                          hipStream_t);
DECLARED hipMemcpy2DToArrayAsync(hipArray_t, size_t, size_t, const void *, size_t, size_t, size_t,
                                 hipMemcpyKind, hipStream_t);
DECLARED hipMemcpy2DFromArrayAsync(void *, size_t, hipArray_const_t, size_t, size_t, size_t, size_t,
                                   hipMemcpyKind, hipStream_t);
DECLARED hipMemcpyFromArray(void *, hipArray_const_t, size_t, size_t, size_t, hipMemcpyKind);
DECLARED hipMemcpy3DAsync(const hipMemcpy3DParms *, hipStream_t);
DECLARED hipMemset2DAsync(void *, size_t, int, size_t, size_t, hipStream_t);
DECLARED hipMemset3DAsync(hipPitchedPtr, int, hipExtent, hipStream_t);
DECLARED hipMemcpyToSymbolAsync(const void *, const void *, size_t, size_t, hipMemcpyKind,
                                hipStream_t);
DECLARED hipMemcpyFromSymbolAsync(void *, const void *, size_t, size_t, hipMemcpyKind, hipStream_t);

HIP_API hipError_t hipMemcpy2DAsync_spt(void *to, size_t to_pitch, const void *from,
                                        size_t from_pitch, size_t width, size_t height,
                                        hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, per_thread(stream));
}

HIP_API hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t array, size_t x, size_t y,
                                               const void *from, size_t pitch, size_t width,
                                               size_t height, hipMemcpyKind kind,
                                               hipStream_t stream) {
  return hipMemcpy2DToArrayAsync(array, x, y, from, pitch, width, height, kind, per_thread(stream));
}

HIP_API hipError_t hipMemcpy2DToArray_spt(hipArray_t array, size_t x, size_t y, const void *from,
                                          size_t pitch, size_t width, size_t height,
                                          hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpy2DToArrayAsync(array, x, y, from, pitch, width, height, kind, kPerThread);
}

HIP_API hipError_t hipMemcpy2DFromArrayAsync_spt(void *to, size_t pitch, hipArray_const_t array,
                                                 size_t x, size_t y, size_t width, size_t height,
                                                 hipMemcpyKind kind, hipStream_t stream) {
  return hipMemcpy2DFromArrayAsync(to, pitch, array, x, y, width, height, kind, per_thread(stream));
}

HIP_API hipError_t hipMemcpy2DFromArray_spt(void *to, size_t pitch, hipArray_const_t array,
                                            size_t x, size_t y, size_t width, size_t height,
                                            hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpy2DFromArrayAsync(to, pitch, array, x, y, width, height, kind, kPerThread);
}

HIP_API hipError_t hipMemcpyFromArray_spt(void *to, hipArray_const_t array, size_t x, size_t y,
                                          size_t count, hipMemcpyKind kind) {
  return hipMemcpyFromArray(to, array, x, y, count, kind);
}

HIP_API hipError_t hipMemcpy3DAsync_spt(const hipMemcpy3DParms *p, hipStream_t stream) {
  return hipMemcpy3DAsync(p, per_thread(stream));
}

HIP_API hipError_t hipMemset2DAsync_spt(void *to, size_t pitch, int value, size_t width,
                                        size_t height, hipStream_t stream) {
  return hipMemset2DAsync(to, pitch, value, width, height, per_thread(stream));
}

HIP_API hipError_t hipMemset3DAsync_spt(hipPitchedPtr to, int value, hipExtent extent,
                                        hipStream_t stream) {
  return hipMemset3DAsync(to, value, extent, per_thread(stream));
}

HIP_API hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *from, size_t size,
                                              size_t offset, hipMemcpyKind kind,
                                              hipStream_t stream) {
  return hipMemcpyToSymbolAsync(symbol, from, size, offset, kind, per_thread(stream));
}

HIP_API hipError_t hipMemcpyFromSymbolAsync_spt(void *to, const void *symbol, size_t size,
                                                size_t offset, hipMemcpyKind kind,
                                                hipStream_t stream) {
  return hipMemcpyFromSymbolAsync(to, symbol, size, offset, kind, per_thread(stream));
}
