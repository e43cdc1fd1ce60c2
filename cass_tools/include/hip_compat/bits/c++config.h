// libstdc++'s configuration. Its classes check what they are asked for in a function of the host
// (GCC 13 and later do in constant expressions always), so that device code with `*optional` or
// `array[i]` compiles with LLVM 21's headers only.
#pragma once
#include_next <bits/c++config.h>

#if defined(__cplusplus) && defined(__HIP__)
namespace std {
__attribute__((device)) inline void __glibcxx_assert_fail() {}
__attribute__((device, noreturn)) inline void __glibcxx_assert_fail(const char *, int, const char *,
                                                                    const char *) noexcept {
  __builtin_trap();
}
} // namespace std
#endif
