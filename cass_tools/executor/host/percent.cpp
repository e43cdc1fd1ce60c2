#include "percent.hpp"

#include <cctype>

namespace cass {

namespace {

constexpr char kDigits[] = "0123456789ABCDEF";

int digit(char c) {
  return c <= '9' ? c - '0' : std::toupper(static_cast<unsigned char>(c)) - 'A' + 10;
}

} // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte)) {
      result += c;
    } else {
      result += '%';
      result += kDigits[byte >> 4];
      result += kDigits[byte & 15];
    }
  }
  return result;
}

std::string unescaped(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    bool encoded = text[i] == '%' && i + 2 < text.size();
    result += encoded ? static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2])) : text[i];
    i += encoded ? 2 : 0;
  }
  return result;
}

std::string escaped_list(const std::vector<std::string> &items) {
  std::string result;
  for (const std::string &item : items)
    result += escaped(item) + ' ';
  return result;
}

std::vector<std::string> unescaped_list(std::string_view text) {
  std::vector<std::string> items;
  for (size_t end; (end = text.find(' ')) != text.npos; text.remove_prefix(end + 1))
    items.push_back(unescaped(text.substr(0, end)));
  return items;
}

} // namespace cass
