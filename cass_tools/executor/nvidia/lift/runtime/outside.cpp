// What device code calls that no cubin has, on a CPU: printf, assertions, memory. What is
// printed, and why a kernel cannot go on, is told to the one who has loaded this library.
#include "common.h"
#include "formats.h"
#include "hooks.h"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

void print(const char *text, u64 size, i32 is_error) {
  fwrite(text, 1, size, is_error ? stderr : stdout);
}
void stop(const char *, const char *message) {
  fprintf(stderr, "%s\n", message);
  abort();
}

// As the C library formats it; numbers stand in the place of stars.
std::string formatted(const Conversion &c) {
  std::string format;
  u32 star = 0;
  for (const char *at = c.begin; at != c.end; ++at)
    format += *at == '*' && star < c.star_count ? std::to_string(i32(c.stars[star++]))
                                                : std::string(1, *at);
  auto with = [&](auto value) {
    int size = snprintf(nullptr, 0, format.c_str(), value);
    std::string text(size_t(size < 0 ? 0 : size) + 1, 0);
    snprintf(text.data(), text.size(), format.c_str(), value);
    text.pop_back();
    return text;
  };
  if (c.letter == 's')
    return with(reinterpret_cast<const char *>(c.value));
  if (c.letter == 'p')
    return with(reinterpret_cast<const void *>(c.value));
  if (is_one_of(c.letter, "fFeEgGaA"))
    return with(__builtin_bit_cast(double, c.value));
  if (is_one_of(c.letter, "diouxXc"))
    return c.is_long ? with(i64(c.value)) : with(i32(c.value));
  return std::string(c.begin, c.end);
}

} // namespace

extern "C" __attribute__((visibility("default"))) Hooks cass_hooks;
Hooks cass_hooks = {print, stop};

NV u32 nv_printf(u64 format, u64 arguments) {
  const char *last = reinterpret_cast<const char *>(format);
  std::string text;
  auto plain = [&](const char *end) { // %% is one of them
    for (; last != end; ++last) {
      text += *last;
      last += last[0] == '%' && last[1] == '%';
    }
  };
  u32 count = each_conversion(last, arguments, [&](const Conversion &c) {
    plain(c.begin);
    text += formatted(c);
    last = c.end;
  });
  plain(last + __builtin_strlen(last));
  cass_hooks.print(text.data(), text.size(), 0);
  return count;
}

NV void nv_assert_fail(u64 condition, u64 file, u32 line, u64 function) {
  char place[128];
  snprintf(place, sizeof place, ": block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `",
           nv_block_index(0), nv_block_index(1), nv_block_index(2), nv_thread_index(0),
           nv_thread_index(1), nv_thread_index(2));
  auto text = [](u64 address) { return std::string(reinterpret_cast<const char *>(address)); };
  std::string message = text(file) + ":" + std::to_string(line) + ": " + text(function) + place +
                        text(condition) + "` failed.";
  cass_hooks.stop("assert", message.c_str());
}

NV u64 nv_malloc(u64 size) { return reinterpret_cast<u64>(malloc(size ? size : 1)); }
NV void nv_free(u64 address) { free(reinterpret_cast<void *>(address)); }
