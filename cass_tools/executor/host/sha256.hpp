// SHA-256, by which translated kernels are found again.
#pragma once

#include <string>
#include <string_view>

namespace cass {

std::string sha256_hex(std::string_view data);

} // namespace cass
