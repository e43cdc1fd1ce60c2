#include "msgpack.hpp"

#include "bytes.hpp"

namespace cass {

namespace {

class Reader {
public:
  explicit Reader(std::string_view data) : data_(data) {}

  Packed value(int depth = 0) {
    if (depth > 64)
      throw Refusal("the kernel metadata is nested too deeply");
    uint8_t tag = static_cast<uint8_t>(big(1));
    if (tag < 0x80 || tag >= 0xe0)
      return number(static_cast<int8_t>(tag));
    if (tag < 0x90)
      return map(tag & 15, depth);
    if (tag < 0xa0)
      return array(tag & 15, depth);
    if (tag < 0xc0)
      return string(tag & 31);
    return tagged(tag, depth);
  }

private:
  Packed tagged(uint8_t tag, int depth) {
    switch (tag) {
    case 0xc0:
    case 0xc2:
    case 0xc3:
      return number(tag & 1);
    case 0xcc:
    case 0xcd:
    case 0xce:
    case 0xcf:
      return number(static_cast<int64_t>(big(1u << (tag - 0xcc))));
    case 0xd0:
      return number(static_cast<int8_t>(big(1)));
    case 0xd1:
      return number(static_cast<int16_t>(big(2)));
    case 0xd2:
      return number(static_cast<int32_t>(big(4)));
    case 0xd3:
      return number(static_cast<int64_t>(big(8)));
    case 0xd9:
    case 0xda:
    case 0xdb:
      return string(big(1u << (tag - 0xd9)));
    case 0xdc:
    case 0xdd:
      return array(big(tag == 0xdc ? 2 : 4), depth);
    case 0xde:
    case 0xdf:
      return map(big(tag == 0xde ? 2 : 4), depth);
    default:
      throw Refusal("the kernel metadata holds a type that is not known");
    }
  }

  uint64_t big(size_t bytes) {
    uint64_t result = 0;
    for (char c : slice(data_, at_, bytes))
      result = result << 8 | static_cast<uint8_t>(c);
    at_ += bytes;
    return result;
  }

  static Packed number(int64_t value) {
    Packed packed;
    packed.number = value;
    return packed;
  }

  Packed string(size_t size) {
    Packed packed;
    packed.text = slice(data_, at_, size);
    at_ += size;
    return packed;
  }

  Packed array(size_t count, int depth) {
    Packed packed;
    while (count--)
      packed.items.push_back(value(depth + 1));
    return packed;
  }

  Packed map(size_t count, int depth) {
    Packed packed;
    while (count--) {
      std::string key = value(depth + 1).text;
      packed.map.emplace_back(std::move(key), value(depth + 1));
    }
    return packed;
  }

  std::string_view data_;
  size_t at_ = 0;
};

} // namespace

const Packed &Packed::operator[](std::string_view key) const {
  static const Packed none;
  for (const auto &[name, value] : map)
    if (name == key)
      return value;
  return none;
}

Packed unpack(std::string_view data) { return Reader(data).value(); }

} // namespace cass
