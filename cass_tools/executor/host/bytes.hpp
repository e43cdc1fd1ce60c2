// Reading unaligned little-endian values out of a file in memory, with bounds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

namespace cass {

// What is wrong with a code object or a program, as a sentence.
struct Refusal : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename T> T read(std::string_view data, size_t offset) {
  if (offset > data.size() || data.size() - offset < sizeof(T))
    throw Refusal("the code object ends in the middle of a structure");
  T value;
  std::memcpy(&value, data.data() + offset, sizeof value);
  return value;
}

inline std::string_view slice(std::string_view data, size_t offset, size_t size) {
  if (offset > data.size() || data.size() - offset < size)
    throw Refusal("the code object ends in the middle of a section");
  return data.substr(offset, size);
}

} // namespace cass
