// Copies and fills of rectangles and boxes, in pitched memory and in arrays.
#include "arrays.hpp"
#include "copying.hpp"

#include <algorithm>

using namespace cass;

namespace {

char *bytes(const void *pointer) { return static_cast<char *>(const_cast<void *>(pointer)); }

hipError_t to_array(hipArray_t array, size_t x, size_t y, const void *from, size_t pitch, Box box,
                    hipMemcpyKind kind, hipStream_t stream) {
  if (!known(array))
    return hipErrorInvalidHandle;
  if (x + box.width > array_place(*array, 0, 0, 0).pitch)
    return hipErrorInvalidValue;
  return copy(array_place(*array, x, y, 0), {bytes(from), pitch, 0}, box, kind, stream);
}

hipError_t from_array(void *to, size_t pitch, hipArray_const_t array, size_t x, size_t y, Box box,
                      hipMemcpyKind kind, hipStream_t stream) {
  if (!known(array))
    return hipErrorInvalidHandle;
  if (x + box.width > array_place(*array, 0, 0, 0).pitch)
    return hipErrorInvalidValue;
  return copy({bytes(to), pitch, 0}, array_place(*array, x, y, 0), box, kind, stream);
}

// Whether a run of bytes that starts there ends in the array.
bool holds(const hipArray &array, size_t x, size_t y, size_t count) {
  size_t size =
      array_place(array, 0, 0, std::max(array.depth, 1u)).start - array_place(array, 0, 0, 0).start;
  size_t pitch = array_place(array, 0, 0, 0).pitch;
  return x <= size && y <= size / pitch && count <= size && x + y * pitch <= size - count;
}

// A run of bytes that may go over the ends of rows: rows of arrays follow each other without gaps.
hipError_t to_array_run(hipArray_t array, size_t x, size_t y, const void *from, size_t count,
                        hipMemcpyKind kind) {
  if (!known(array))
    return hipErrorInvalidHandle;
  if (!holds(*array, x, y, count))
    return hipErrorInvalidValue;
  Blocking blocking;
  return copy(array_place(*array, x, y, 0).start, from, count, kind, nullptr);
}

} // namespace

HIP_API hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                    size_t width, size_t height, hipMemcpyKind kind,
                                    hipStream_t stream) {
  if (width > to_pitch || width > from_pitch)
    return done(width && height ? hipErrorInvalidPitchValue : hipSuccess);
  return done(copy({bytes(to), to_pitch, 0}, {bytes(from), from_pitch, 0}, {width, height, 1}, kind,
                   stream));
}

HIP_API hipError_t hipMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                               size_t width, size_t height, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, nullptr);
}

HIP_API hipError_t hipMemcpy2D_spt(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                   size_t width, size_t height, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, kPerThread);
}

HIP_API hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *p, hipStream_t stream) {
  return done(p ? copy(*p, stream) : hipErrorInvalidValue);
}

HIP_API hipError_t hipMemcpy3D(const hipMemcpy3DParms *p) {
  Blocking blocking;
  return hipMemcpy3DAsync(p, nullptr);
}

HIP_API hipError_t hipMemcpy3D_spt(const hipMemcpy3DParms *p) {
  Blocking blocking;
  return hipMemcpy3DAsync(p, kPerThread);
}

HIP_API hipError_t hipMemcpy2DToArrayAsync(hipArray_t array, size_t x, size_t y, const void *from,
                                           size_t pitch, size_t width, size_t height,
                                           hipMemcpyKind kind, hipStream_t stream) {
  return done(to_array(array, x, y, from, pitch, {width, height, 1}, kind, stream));
}

HIP_API hipError_t hipMemcpy2DToArray(hipArray_t array, size_t x, size_t y, const void *from,
                                      size_t pitch, size_t width, size_t height,
                                      hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpy2DToArrayAsync(array, x, y, from, pitch, width, height, kind, nullptr);
}

HIP_API hipError_t hipMemcpy2DFromArrayAsync(void *to, size_t pitch, hipArray_const_t array,
                                             size_t x, size_t y, size_t width, size_t height,
                                             hipMemcpyKind kind, hipStream_t stream) {
  return done(from_array(to, pitch, array, x, y, {width, height, 1}, kind, stream));
}

HIP_API hipError_t hipMemcpy2DFromArray(void *to, size_t pitch, hipArray_const_t array, size_t x,
                                        size_t y, size_t width, size_t height, hipMemcpyKind kind) {
  Blocking blocking;
  return hipMemcpy2DFromArrayAsync(to, pitch, array, x, y, width, height, kind, nullptr);
}

HIP_API hipError_t hipMemcpyToArray(hipArray_t array, size_t x, size_t y, const void *from,
                                    size_t count, hipMemcpyKind kind) {
  return done(to_array_run(array, x, y, from, count, kind));
}

HIP_API hipError_t hipMemcpyFromArray(void *to, hipArray_const_t array, size_t x, size_t y,
                                      size_t count, hipMemcpyKind kind) {
  if (!known(array))
    return done(hipErrorInvalidHandle);
  if (!holds(*array, x, y, count))
    return done(hipErrorInvalidValue);
  Blocking blocking;
  return done(copy(to, array_place(*array, x, y, 0).start, count, kind, nullptr));
}

HIP_API hipError_t hipMemcpyHtoA(hipArray_t array, size_t offset, const void *from, size_t count) {
  if (!array || (known(array) && array->height > 1))
    return done(hipErrorInvalidValue);
  return hipMemcpyToArray(array, offset, 0, from, count, hipMemcpyHostToDevice);
}

HIP_API hipError_t hipMemcpyAtoH(void *to, hipArray_const_t array, size_t offset, size_t count) {
  if (!array || (known(array) && array->height > 1))
    return done(hipErrorInvalidValue);
  return hipMemcpyFromArray(to, array, offset, 0, count, hipMemcpyDeviceToHost);
}

HIP_API hipError_t hipMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                                    hipStream_t stream) {
  if (width > pitch)
    return done(hipErrorInvalidValue);
  return done(
      fill({bytes(to), pitch, 0}, {width, height, 1}, static_cast<uint32_t>(value), 1, stream));
}

HIP_API hipError_t hipMemset2D(void *to, size_t pitch, int value, size_t width, size_t height) {
  Blocking blocking;
  return hipMemset2DAsync(to, pitch, value, width, height, nullptr);
}

HIP_API hipError_t hipMemset2D_spt(void *to, size_t pitch, int value, size_t width, size_t height) {
  Blocking blocking;
  return hipMemset2DAsync(to, pitch, value, width, height, kPerThread);
}

HIP_API hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent,
                                    hipStream_t stream) {
  if (extent.width > to.pitch)
    return done(hipErrorInvalidValue);
  return done(fill({bytes(to.ptr), to.pitch, to.pitch * to.ysize},
                   {extent.width, extent.height, extent.depth}, static_cast<uint32_t>(value), 1,
                   stream));
}

HIP_API hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  Blocking blocking;
  return hipMemset3DAsync(to, value, extent, nullptr);
}

HIP_API hipError_t hipMemset3D_spt(hipPitchedPtr to, int value, hipExtent extent) {
  Blocking blocking;
  return hipMemset3DAsync(to, value, extent, kPerThread);
}
