// Compares the library's half conversions with the compiler's own over all halves and many floats.
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" float __gnu_h2f_ieee(uint16_t);
extern "C" uint16_t __gnu_f2h_ieee(float);

template <typename To, typename From> static To as(From from) {
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

int main() {
  unsigned wrong = 0;
  for (uint32_t bits = 0; bits < 1 << 16; ++bits) {
    float expected = static_cast<float>(as<_Float16>(static_cast<uint16_t>(bits)));
    float got = __gnu_h2f_ieee(static_cast<uint16_t>(bits));
    wrong += expected == expected ? as<uint32_t>(got) != as<uint32_t>(expected) : got == got;
  }
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += 1021) {
    float value = as<float>(static_cast<uint32_t>(bits));
    auto expected = static_cast<_Float16>(value);
    uint16_t got = __gnu_f2h_ieee(value);
    wrong +=
        value == value ? got != as<uint16_t>(expected) : as<_Float16>(got) == as<_Float16>(got);
  }
  printf("%u", wrong);
}
