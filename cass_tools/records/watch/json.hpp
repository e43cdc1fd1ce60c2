// Text as JSON has it.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace watch {

inline std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    char escaped[8];
    if (c == '"' || c == '\\')
      (result += '\\') += c;
    else if (byte < 0x20 || byte >= 0x7f)
      snprintf(escaped, sizeof escaped, "\\u%04x", byte), result += escaped;
    else
      result += c;
  }
  return result + "\"";
}

inline std::string hexadecimal(std::string_view bytes) {
  std::string result;
  for (char c : bytes) {
    char digits[3];
    snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(c));
    result += digits;
  }
  return result;
}

} // namespace watch
