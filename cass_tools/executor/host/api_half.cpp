// Conversions of half precision, which host code of old compilers takes from HIP's library.
#include "hip_types.hpp"

#include <algorithm>
#include <cmath>

HIP_API float __gnu_h2f_ieee(uint16_t half) {
  int exponent = half >> 10 & 31, fraction = half & 0x3ff;
  float value = exponent == 31 ? (fraction ? NAN : INFINITY)
                : exponent     ? std::ldexp(static_cast<float>(fraction + 1024), exponent - 25)
                               : std::ldexp(static_cast<float>(fraction), -24);
  return std::copysign(value, half & 0x8000 ? -1.0f : 1.0f);
}

HIP_API uint16_t __gnu_f2h_ieee(float value) {
  constexpr float kOverflow =
      65520;                  // halfway between the largest number and the next that there would be
  constexpr int kLeast = -24; // the exponent of the least number
  unsigned sign = std::signbit(value) ? 0x8000 : 0;
  float magnitude = std::fabs(value);
  if (std::isnan(value) || magnitude >= kOverflow)
    return static_cast<uint16_t>(sign | (std::isnan(value) ? 0x7e00 : 0x7c00));
  if (magnitude == 0)
    return static_cast<uint16_t>(sign);
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  int unit = std::max(exponent - 11, kLeast); // of the last place
  auto units = static_cast<unsigned>(std::nearbyint(std::ldexp(magnitude, -unit)));
  // A normal number's leading bit adds the 1 that its exponent field has more than that of unit ==
  // kLeast.
  return static_cast<uint16_t>(sign | (units + (static_cast<unsigned>(unit - kLeast) << 10)));
}
