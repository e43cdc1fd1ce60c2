// Texts of any bytes in one field of a line: percent-encoded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cass {

std::string escaped(std::string_view text);
std::string unescaped(std::string_view text);

// Every item followed by a space.
std::string escaped_list(const std::vector<std::string> &items);
std::vector<std::string> unescaped_list(std::string_view text);

} // namespace cass
