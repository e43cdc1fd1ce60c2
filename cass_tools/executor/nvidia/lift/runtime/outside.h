// What device code calls that no cubin has: printf, assertions, memory. Through the calls to the
// host of AMD's device libraries, as HIP programs do.
#pragma once

#include "common.h"
#include "formats.h"

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
static u64 give(u64 message, u64 word) {
  return __ockl_printf_append_args(message, 1, word, 0, 0, 0, 0, 0, 0, 0);
}
static u64 give_text(u64 message, const char *text) {
  return __ockl_printf_append_string_n(message, text, with_zero(text), 0);
}
static void finish(u64 message) { __ockl_printf_append_args(message, 0, 0, 0, 0, 0, 0, 0, 0, 1); }

NV u32 nv_printf(u64 format, u64 arguments) {
  const char *text = (const char *)format;
  u64 message = give_text(__ockl_printf_begin(0), text);
  u32 count = each_conversion(text, arguments, [&](const Conversion &c) {
    for (u32 star = 0; star < c.star_count; ++star)
      message = give(message, c.stars[star]);
    if (c.letter == 's')
      message = give_text(message, c.value ? (const char *)c.value : "(null)");
    else if (c.is_long || is_one_of(c.letter, "diouxXc"))
      message = give(message, c.value);
  });
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
