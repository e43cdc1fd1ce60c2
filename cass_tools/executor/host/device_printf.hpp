// A kernel's printf: its format string and arguments, as words, become text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace cass {

// `words`: the format with its final zero, padded to whole words; then one word for each argument,
// except that a string is its characters, padded likewise.
std::string format_device_message(const uint64_t *words, size_t count);

} // namespace cass
