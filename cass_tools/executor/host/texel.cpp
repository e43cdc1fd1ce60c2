#include "texel.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

extern "C" float __gnu_h2f_ieee(uint16_t half);
extern "C" uint16_t __gnu_f2h_ieee(float value);

namespace cass {

namespace {

uint32_t greatest(int bits, bool with_sign) {
  return static_cast<uint32_t>((uint64_t{1} << (with_sign ? bits - 1 : bits)) - 1);
}

int32_t sign_extended(uint32_t raw, int bits) {
  return static_cast<int32_t>(raw << (32 - bits)) >> (32 - bits);
}

uint32_t loaded(uint32_t raw, const PixelFormat &f) {
  switch (f.numbers) {
  case Numbers::Unorm:
    return bits_of(static_cast<float>(double{1} * raw / greatest(f.bits, false)));
  case Numbers::Snorm:
    return bits_of(static_cast<float>(
        std::max(-1.0, double{1} * sign_extended(raw, f.bits) / greatest(f.bits, true))));
  case Numbers::Uscaled:
    return bits_of(static_cast<float>(raw));
  case Numbers::Sscaled:
    return bits_of(static_cast<float>(sign_extended(raw, f.bits)));
  case Numbers::Sint:
    return static_cast<uint32_t>(sign_extended(raw, f.bits));
  case Numbers::Float:
    return f.bits == 16 ? bits_of(__gnu_h2f_ieee(static_cast<uint16_t>(raw))) : raw;
  default:
    return raw;
  }
}

// A float in the range of a format's integers, to nearest even; NaN is 0.
uint32_t rounded(float number, double least, double most, double scale) {
  if (std::isnan(number))
    return 0;
  double scaled = std::clamp(double{number} * scale, least, most);
  return static_cast<uint32_t>(static_cast<int64_t>(std::nearbyint(scaled)));
}

uint32_t stored(uint32_t component, const PixelFormat &f) {
  float number = float_of(component);
  double most = greatest(f.bits, false), most_signed = greatest(f.bits, true);
  switch (f.numbers) {
  case Numbers::Unorm:
    return rounded(number, 0, most, most);
  case Numbers::Snorm:
    return rounded(number, -most_signed, most_signed, most_signed);
  case Numbers::Uscaled:
    return rounded(number, 0, most, 1);
  case Numbers::Sscaled:
    return rounded(number, -most_signed - 1, most_signed, 1);
  case Numbers::Uint:
    return std::min(component, greatest(f.bits, false));
  case Numbers::Sint: {
    auto limit = static_cast<int64_t>(greatest(f.bits, true));
    return static_cast<uint32_t>(
        std::clamp<int64_t>(static_cast<int32_t>(component), -limit - 1, limit));
  }
  default:
    return f.bits == 16 ? __gnu_f2h_ieee(number) : component;
  }
}

uint32_t one(const PixelFormat &f) { return is_integer(f) ? 1 : bits_of(1); }

Components selected(const Components &channels, const PixelFormat &f, uint32_t select) {
  Components chosen;
  for (uint32_t i = 0; i < 4; ++i) {
    uint32_t code = select >> 3 * i & 7;
    chosen[i] = code >= 4 ? channels[code - 4] : code == 1 ? one(f) : 0;
  }
  return chosen;
}

} // namespace

bool is_integer(const PixelFormat &f) {
  return f.numbers == Numbers::Uint || f.numbers == Numbers::Sint;
}

uint16_t narrowed(uint32_t component, bool integer) {
  return integer ? static_cast<uint16_t>(component) : __gnu_f2h_ieee(float_of(component));
}

uint32_t widened(uint16_t component, const PixelFormat &f) {
  if (f.numbers == Numbers::Sint)
    return static_cast<uint32_t>(sign_extended(component, 16));
  return f.numbers == Numbers::Uint ? component : bits_of(__gnu_h2f_ieee(component));
}

Components load_element(const void *at, const PixelFormat &f, uint32_t select) {
  Components channels{};
  size_t bytes = static_cast<size_t>(f.bits) / 8;
  for (int i = 0; i < 4; ++i) {
    uint32_t raw = 0;
    if (i < f.channels) {
      std::memcpy(&raw, static_cast<const char *>(at) + static_cast<size_t>(i) * bytes, bytes);
      channels[static_cast<size_t>(i)] = loaded(raw, f);
    } else if (i == 3) {
      channels[3] = one(f);
    }
  }
  return selected(channels, f, select);
}

Components nothing(const PixelFormat &f, uint32_t select) { return selected({}, f, select); }

void store_element(void *at, const PixelFormat &f, const Components &components) {
  size_t bytes = static_cast<size_t>(f.bits) / 8;
  for (size_t i = 0; i < static_cast<size_t>(f.channels); ++i) {
    uint32_t raw = stored(components[i], f);
    std::memcpy(static_cast<char *>(at) + i * bytes, &raw, bytes);
  }
}

} // namespace cass
