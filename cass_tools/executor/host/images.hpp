// The entry that translated kernels call for image instructions.
#pragma once

#include <cstdint>

namespace cass {

// Value of Wave::images. An image of an unknown format ends the program with a report.
uint64_t image_entry();

} // namespace cass
