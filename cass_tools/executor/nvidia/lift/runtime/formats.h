// The formats of printf in device code, and the arguments as the compiler has laid them out.
#pragma once

#include "common.h"

// Each argument is aligned to its size.
class Arguments {
public:
  explicit Arguments(u64 start) : at_(start) {}
  u32 word(void) { return *(const u32 *)next(4); }
  u64 long_word(void) { return *(const u64 *)next(8); }

private:
  u64 next(u64 size) {
    u64 place = (at_ + size - 1) & ~(size - 1);
    at_ = place + size;
    return place;
  }
  u64 at_;
};

// From its % to behind its letter; `value` is the argument's bits, an address for text.
struct Conversion {
  const char *begin, *end;
  char letter;
  bool is_long; // 64 bits
  u32 stars[2], star_count;
  u64 value;
};

static bool is_one_of(char letter, const char *letters) {
  for (; *letters; ++letters)
    if (*letters == letter)
      return true;
  return false;
}

// Calls `take` for each conversion but %%; their number, as CUDA's printf returns it.
template <typename Take> static u32 each_conversion(const char *text, u64 arguments, Take take) {
  Arguments left(arguments);
  u32 count = 0;
  while (char letter = *text++) {
    if (letter != '%')
      continue;
    Conversion c = {text - 1, text, 0, false, {0, 0}, 0, 0};
    for (; is_one_of(*text, "-+ #0123456789.*"); ++text)
      if (*text == '*' && c.star_count < 2)
        c.stars[c.star_count++] = left.word();
    for (; is_one_of(*text, "hljztL"); ++text)
      c.is_long |= *text != 'h';
    c.letter = *text;
    text += c.letter != 0;
    c.end = text;
    if (c.letter == 0 || c.letter == '%')
      continue;
    c.is_long = is_one_of(c.letter, "sfFeEgGaAp") || (c.is_long && is_one_of(c.letter, "diouxXn"));
    if (c.is_long || is_one_of(c.letter, "diouxXc"))
      c.value = c.is_long ? left.long_word() : left.word();
    take(c);
    ++count;
  }
  return count;
}
