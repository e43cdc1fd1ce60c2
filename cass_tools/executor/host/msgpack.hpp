// The part of MessagePack that kernel metadata uses: maps with string keys, arrays, strings,
// integers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cass {

struct Packed {
  int64_t number = 0; // also booleans
  std::string text;
  std::vector<Packed> items;                       // of an array
  std::vector<std::pair<std::string, Packed>> map; // in file order

  // The value of `key`, or an empty value (0, "", no items) where the map has none.
  const Packed &operator[](std::string_view key) const;
};

Packed unpack(std::string_view data);

} // namespace cass
