// Arrays: elements in rows, rows in slices, without gaps. (The cards' own order of elements is not
// visible.)
#pragma once

#include "copying.hpp"

namespace cass {

// Whether a handle of the program is an array (still).
bool known(hipArray_const_t array);

// Makes an array of `extent` with one of HIP's formats, or says what is wrong with the description.
hipError_t make_array(hipArray_t *result, const hipChannelFormatDesc &desc, hipExtent extent,
                      unsigned flags);

// The description of channels in the driver interface's terms; false where there is none.
bool channel_desc(int format, unsigned channels, hipChannelFormatDesc &desc);

// The other way round; hipErrorInvalidValue where there is none.
hipError_t driver_format(const hipChannelFormatDesc &desc, int &format, unsigned &channels);

size_t element_size(const hipArray &array);

// The byte `x` of row `y` of slice `z`.
Place array_place(const hipArray &array, size_t x, size_t y, size_t z);

} // namespace cass
