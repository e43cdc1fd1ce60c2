// Copies and fills of every shape, with the checks that the real runtime makes.
#pragma once

#include "hip_types.hpp"

namespace cass {

// A box of bytes in memory: rows of `width` bytes, `pitch` apart, in slices `height` rows apart.
struct Place {
  char *start; // of the first byte that is touched
  size_t pitch;
  size_t slice; // bytes from one slice to the next
};

struct Box {
  size_t width, height, depth;

  bool empty() const { return width == 0 || height == 0 || depth == 0; }
};

// The checks of a copy alone.
hipError_t check(Place to, Place from, Box box, hipMemcpyKind kind);
hipError_t check(const hipMemcpy3DParms &parameters);

hipError_t copy(Place to, Place from, Box box, hipMemcpyKind kind, hipStream_t stream);

hipError_t copy(void *to, const void *from, size_t size, hipMemcpyKind kind, hipStream_t stream);

hipError_t copy(const hipMemcpy3DParms &parameters, hipStream_t stream);

// Writes `value`, whose size is a power of two, over the box.
hipError_t fill(Place to, Box box, uint32_t value, size_t value_size, hipStream_t stream);

// Where `offset` of a variable of the device is, with room for `size` bytes.
hipError_t symbol_place(const void *symbol, size_t size, size_t offset, char *&place);

// False where `start` lies in a known allocation but the box does not end in it.
bool fits(Place place, Box box);

} // namespace cass
