// Arrays: elements in rows, rows in slices, without gaps. (The cards' own order of elements is not
// visible.)
#pragma once

#include "copying.hpp"

namespace cass {

size_t element_size(const hipArray &array);

// The byte `x` of row `y` of slice `z`.
Place array_place(const hipArray &array, size_t x, size_t y, size_t z);

} // namespace cass
