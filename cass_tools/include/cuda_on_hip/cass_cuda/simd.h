// Functions on two 16-bit or four 8-bit parts of a word.
#pragma once

#include <cass/lanes.h>

namespace cass {

// Part number `i` of `word`, of `bits` bits, with its sign or without.
CASS_DEVICE int signed_part(unsigned word, int bits, int i) {
  return int(word << (32 - bits * (i + 1))) >> (32 - bits);
}
CASS_DEVICE int unsigned_part(unsigned word, int bits, int i) {
  return int(word >> (bits * i) & ((1u << bits) - 1));
}
CASS_DEVICE int clamp(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}
CASS_DEVICE int saturate_signed(int value, int bits) {
  return clamp(value, -(1 << (bits - 1)), (1 << (bits - 1)) - 1);
}
CASS_DEVICE int saturate_unsigned(int value, int bits) { return clamp(value, 0, (1 << bits) - 1); }

template <int Bits, typename Part, typename Operation>
CASS_DEVICE unsigned by_parts(unsigned a, unsigned b, Part part, Operation operation) {
  unsigned result = 0;
  for (int i = 0; i < 32 / Bits; ++i) {
    const int value = operation(part(a, Bits, i), part(b, Bits, i));
    result |= (unsigned(value) & ((1u << Bits) - 1)) << (Bits * i);
  }
  return result;
}

} // namespace cass

// EXPRESSION of the parts a and b, of `bits` bits, SIGN being signed or unsigned.
#define CASS_TWO(NAME, SIGN, EXPRESSION, COUNT, BITS)                                              \
  CASS_DEVICE unsigned NAME##COUNT(unsigned x, unsigned y) {                                       \
    constexpr int bits = BITS;                                                                     \
    (void)bits;                                                                                    \
    return cass::by_parts<BITS>(x, y, cass::SIGN##_part, [](int a, int b) { return EXPRESSION; }); \
  }
#define CASS_SIMD(NAME, SIGN, EXPRESSION)                                                          \
  CASS_TWO(NAME, SIGN, EXPRESSION, 2, 16)                                                          \
  CASS_TWO(NAME, SIGN, EXPRESSION, 4, 8)
CASS_SIMD(__vadd, unsigned, a + b)
CASS_SIMD(__vaddss, signed, cass::saturate_signed(a + b, bits))
CASS_SIMD(__vaddus, unsigned, cass::saturate_unsigned(a + b, bits))
CASS_SIMD(__vsub, unsigned, a - b)
CASS_SIMD(__vsubss, signed, cass::saturate_signed(a - b, bits))
CASS_SIMD(__vsubus, unsigned, cass::saturate_unsigned(a - b, bits))
CASS_SIMD(__vavgs, signed, (a + b + (a + b >= 0)) >> 1)
CASS_SIMD(__vavgu, unsigned, (a + b + 1) >> 1)
CASS_SIMD(__vhaddu, unsigned, (a + b) >> 1)
CASS_SIMD(__vabsdiffs, signed, a > b ? a - b : b - a)
CASS_SIMD(__vabsdiffu, unsigned, a > b ? a - b : b - a)
CASS_SIMD(__vmaxs, signed, a > b ? a : b)
CASS_SIMD(__vmaxu, unsigned, a > b ? a : b)
CASS_SIMD(__vmins, signed, a < b ? a : b)
CASS_SIMD(__vminu, unsigned, a < b ? a : b)

#define CASS_RELATION(NAME, SIGN, OPERATOR)                                                        \
  CASS_SIMD(__vcmp##NAME, SIGN, a OPERATOR b ? -1 : 0)                                             \
  CASS_SIMD(__vset##NAME, SIGN, a OPERATOR b ? 1 : 0)
CASS_RELATION(eq, unsigned, ==)
CASS_RELATION(ne, unsigned, !=)
CASS_RELATION(ges, signed, >=)
CASS_RELATION(geu, unsigned, >=)
CASS_RELATION(gts, signed, >)
CASS_RELATION(gtu, unsigned, >)
CASS_RELATION(les, signed, <=)
CASS_RELATION(leu, unsigned, <=)
CASS_RELATION(lts, signed, <)
CASS_RELATION(ltu, unsigned, <)
#undef CASS_RELATION
#undef CASS_SIMD
#undef CASS_TWO

#define CASS_ONE(COUNT, BITS)                                                                      \
  CASS_DEVICE unsigned __vneg##COUNT(unsigned x) { return __vsub##COUNT(0, x); }                   \
  CASS_DEVICE unsigned __vnegss##COUNT(unsigned x) { return __vsubss##COUNT(0, x); }               \
  CASS_DEVICE unsigned __vabs##COUNT(unsigned x) { return __vmaxs##COUNT(x, __vneg##COUNT(x)); }   \
  CASS_DEVICE unsigned __vabsss##COUNT(unsigned x) {                                               \
    return __vmaxs##COUNT(x, __vnegss##COUNT(x));                                                  \
  }                                                                                                \
  CASS_DEVICE unsigned __vsads##COUNT(unsigned x, unsigned y) {                                    \
    unsigned sum = 0, parts = __vabsdiffs##COUNT(x, y);                                            \
    for (int i = 0; i < COUNT; ++i)                                                                \
      sum += unsigned(cass::unsigned_part(parts, BITS, i));                                        \
    return sum;                                                                                    \
  }                                                                                                \
  CASS_DEVICE unsigned __vsadu##COUNT(unsigned x, unsigned y) {                                    \
    unsigned sum = 0, parts = __vabsdiffu##COUNT(x, y);                                            \
    for (int i = 0; i < COUNT; ++i)                                                                \
      sum += unsigned(cass::unsigned_part(parts, BITS, i));                                        \
    return sum;                                                                                    \
  }
CASS_ONE(2, 16)
CASS_ONE(4, 8)
#undef CASS_ONE
