#include "device_printf.hpp"

#include <cstdio>
#include <cstring>
#include <vector>

namespace cass {

namespace {

class Words {
public:
  Words(const uint64_t *words, size_t count) : at_(words), end_(words + count) {}

  uint64_t next() { return at_ < end_ ? *at_++ : 0; }

  std::string string() {
    auto text = reinterpret_cast<const char *>(at_);
    size_t length = strnlen(text, static_cast<size_t>(end_ - at_) * 8);
    size_t words = length / 8 + 1;
    at_ = words > static_cast<size_t>(end_ - at_) ? end_ : at_ + words;
    return {text, length};
  }

private:
  const uint64_t *at_, *end_;
};

// One conversion such as %-*.3lld, with its stars and length modifiers taken out.
struct Conversion {
  std::string flags; // "%-12.3"
  std::string modifier;
  char kind;
};

Conversion parse(const char *&at, Words &arguments) {
  Conversion c{"%", "", 0};
  for (++at; *at && strchr("-+ #0123456789.*'", *at); ++at) {
    if (*at == '*')
      c.flags += std::to_string(static_cast<int>(arguments.next()));
    else
      c.flags += *at;
  }
  for (; *at && strchr("hljztLq", *at); ++at)
    c.modifier += *at;
  c.kind = *at;
  if (*at)
    ++at;
  return c;
}

template <typename T> std::string formatted(const std::string &format, T value) {
  int size = snprintf(nullptr, 0, format.c_str(), value);
  std::vector<char> text(static_cast<size_t>(size < 0 ? 0 : size) + 1);
  snprintf(text.data(), text.size(), format.c_str(), value);
  return text.data();
}

std::string integer(const Conversion &c, uint64_t value) {
  bool is_signed = c.kind == 'd' || c.kind == 'i';
  if (c.modifier == "hh")
    value =
        is_signed ? static_cast<uint64_t>(static_cast<int8_t>(value)) : static_cast<uint8_t>(value);
  else if (c.modifier == "h")
    value = is_signed ? static_cast<uint64_t>(static_cast<int16_t>(value))
                      : static_cast<uint16_t>(value);
  else if (c.modifier.empty())
    value = is_signed ? static_cast<uint64_t>(static_cast<int32_t>(value))
                      : static_cast<uint32_t>(value);
  return formatted(c.flags + "ll" + c.kind, static_cast<unsigned long long>(value));
}

std::string converted(const Conversion &c, Words &arguments) {
  switch (c.kind) {
  case 'd':
  case 'i':
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return integer(c, arguments.next());
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A': {
    uint64_t bits = arguments.next();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return formatted(c.flags + c.kind, value);
  }
  case 'c':
    return formatted(c.flags + "c", static_cast<int>(arguments.next()));
  case 'p':
    return formatted(c.flags + "p", reinterpret_cast<void *>(arguments.next()));
  case 's':
    return formatted(c.flags + "s", arguments.string().c_str());
  case 'n':
    arguments.next(); // nothing is stored: the pointer may be anywhere
    return {};
  default:
    return c.flags + c.modifier + (c.kind ? std::string(1, c.kind) : "");
  }
}

} // namespace

std::string format_device_message(const uint64_t *words, size_t count) {
  Words arguments(words, count);
  std::string format = arguments.string(), text;
  for (const char *at = format.c_str(); *at;) {
    if (*at != '%') {
      text += *at++;
    } else if (at[1] == '%') {
      text += '%';
      at += 2;
    } else {
      text += converted(parse(at, arguments), arguments);
    }
  }
  return text;
}

} // namespace cass
