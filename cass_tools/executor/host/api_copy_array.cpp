// Copies of a piece of an array, and the per-thread forms of copies of shapes.
#include "arrays.hpp"

#include "memory.hpp"

using namespace cass;

namespace {

// `offset` bytes into an array, for a piece that may go on in the next row.
char *piece(hipArray_const_t array, size_t offset, size_t count) {
  if (!known(array))
    return nullptr;
  size_t rows = size_t{std::max(array->height, 1u)} * std::max(array->depth, 1u);
  size_t size = rows * array->width * element_size(*array);
  bool inside = offset <= size && count <= size - offset;
  return inside ? static_cast<char *>(array->data) + offset : nullptr;
}

hipError_t copy_piece(void *to, const void *from, size_t count, hipMemcpyKind kind,
                      hipStream_t stream) {
  return done(to && from ? copy(to, from, count, kind, stream) : hipErrorInvalidValue);
}

} // namespace

HIP_API hipError_t hipMemcpyAtoA(hipArray_t to, size_t to_offset, hipArray_t from,
                                 size_t from_offset, size_t count) {
  Blocking blocking;
  return copy_piece(piece(to, to_offset, count), piece(from, from_offset, count), count,
                    hipMemcpyDeviceToDevice, nullptr);
}

HIP_API hipError_t hipMemcpyAtoD(hipDeviceptr_t to, hipArray_t from, size_t offset, size_t count) {
  Blocking blocking;
  return copy_piece(to, piece(from, offset, count), count, hipMemcpyDeviceToDevice, nullptr);
}

HIP_API hipError_t hipMemcpyDtoA(hipArray_t to, size_t offset, hipDeviceptr_t from, size_t count) {
  Blocking blocking;
  return copy_piece(piece(to, offset, count), from, count, hipMemcpyDeviceToDevice, nullptr);
}

HIP_API hipError_t hipMemcpyAtoHAsync(void *to, hipArray_t from, size_t offset, size_t count,
                                      hipStream_t stream) {
  return copy_piece(to, piece(from, offset, count), count, hipMemcpyDeviceToHost, stream);
}

HIP_API hipError_t hipMemcpyHtoAAsync(hipArray_t to, size_t offset, const void *from, size_t count,
                                      hipStream_t stream) {
  return copy_piece(piece(to, offset, count), from, count, hipMemcpyHostToDevice, stream);
}

HIP_API hipError_t hipMemcpy2DArrayToArray(hipArray_t to, size_t to_x, size_t to_y,
                                           hipArray_const_t from, size_t from_x, size_t from_y,
                                           size_t width, size_t height, hipMemcpyKind kind) {
  Blocking blocking;
  const auto inside = [&](hipArray_const_t a, size_t x, size_t y) {
    return known(a) && x + width <= a->width * element_size(*a) &&
           y + height <= std::max(a->height, 1u);
  };
  if (!inside(to, to_x, to_y) || !inside(from, from_x, from_y))
    return done(hipErrorInvalidValue);
  return done(copy(array_place(*to, to_x, to_y, 0), array_place(*from, from_x, from_y, 0),
                   {width, height, 1}, kind, nullptr));
}
