// What device code calls that no cubin has: printf, assertions, memory. Through the calls to the
// host of AMD's device libraries, as HIP programs do.
#pragma once

#include "common.h"

extern "C" {
u64 __ockl_printf_begin(u64 version);
u64 __ockl_fprintf_stderr_begin(void);
u64 __ockl_printf_append_args(u64 message, u32 count, u64, u64, u64, u64, u64, u64, u64,
                              u32 is_last);
u64 __ockl_printf_append_string_n(u64 message, const char *text, u64 size, u32 is_last);
u64 __ockl_devmem_request(u64 address, u64 size);
}

static u64 with_zero(const char *text) {
  u64 size = 0;
  while (text[size++]) {
  }
  return size;
}
static bool is_one_of(char letter, const char *letters) {
  for (; *letters; ++letters)
    if (*letters == letter)
      return true;
  return false;
}
static u64 give(u64 message, u64 word) {
  return __ockl_printf_append_args(message, 1, word, 0, 0, 0, 0, 0, 0, 0);
}
static u64 give_text(u64 message, const char *text) {
  return __ockl_printf_append_string_n(message, text, with_zero(text), 0);
}
static void finish(u64 message) { __ockl_printf_append_args(message, 0, 0, 0, 0, 0, 0, 0, 0, 1); }

// Arguments as the compiler has laid them out in memory, each aligned to its size.
class Arguments {
public:
  explicit Arguments(u64 start) : at_(start) {}
  u64 word(void) { return *(const u32 *)next(4); }
  u64 long_word(void) { return *(const u64 *)next(8); }

private:
  u64 next(u64 size) {
    u64 place = (at_ + size - 1) & ~(size - 1);
    at_ = place + size;
    return place;
  }
  u64 at_;
};

// The number of conversions, as CUDA's printf returns it.
NV u32 nv_printf(u64 format, u64 arguments) {
  const char *text = (const char *)format;
  Arguments left(arguments);
  u32 count = 0;
  u64 message = give_text(__ockl_printf_begin(0), text);
  while (char letter = *text++) {
    if (letter != '%')
      continue;
    for (; is_one_of(*text, "-+ #0123456789.*"); ++text)
      if (*text == '*')
        message = give(message, left.word());
    bool is_long = false;
    for (; is_one_of(*text, "hljztL"); ++text)
      is_long |= *text != 'h';
    letter = *text;
    if (letter)
      ++text;
    if (letter == 's')
      message = give_text(message, (const char *)left.long_word());
    else if (is_one_of(letter, "fFeEgGaAp") || (is_long && is_one_of(letter, "diouxXn")))
      message = give(message, left.long_word());
    else if (is_one_of(letter, "diouxXc"))
      message = give(message, left.word());
    count += letter && letter != '%';
  }
  finish(message);
  return count;
}

NV void nv_assert_fail(u64 condition, u64 file, u32 line, u64 function) {
  u64 message =
      give_text(__ockl_fprintf_stderr_begin(),
                "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n");
  message = give(give_text(message, (const char *)file), line);
  message = give_text(message, (const char *)function);
  for (u32 axis = 0; axis < 3; ++axis)
    message = give(message, nv_block_index(axis));
  for (u32 axis = 0; axis < 3; ++axis)
    message = give(message, nv_thread_index(axis));
  finish(give_text(message, (const char *)condition));
  __builtin_trap();
}

NV u64 nv_malloc(u64 size) { return __ockl_devmem_request(0, size ? size : 1); }
NV void nv_free(u64 address) {
  if (address)
    __ockl_devmem_request(address, 0);
}
