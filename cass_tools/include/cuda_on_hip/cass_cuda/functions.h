// Device functions of CUDA that HIP has not, or has under another name.
#pragma once

#include <cass/coordinates.h>
#include <cass/lanes.h>

CASS_DEVICE void __nanosleep(unsigned) { __builtin_amdgcn_s_sleep(1); }
CASS_DEVICE void __trap() { __builtin_trap(); }
CASS_DEVICE void __brkpt() { __builtin_trap(); }
CASS_DEVICE void __prof_trigger(int) {}
CASS_DEVICE unsigned cass_fns(unsigned mask, unsigned base, int offset) {
  // The set bit number |offset| counted from `base` up (offset > 0) or down (< 0); base itself for
  // 0.
  if (offset == 0)
    return mask >> base & 1 ? base : ~0u;
  for (int i = int(base), left = offset < 0 ? -offset : offset; i >= 0 && i < 32;
       i += offset > 0 ? 1 : -1)
    if ((mask >> i & 1) != 0 && --left == 0)
      return unsigned(i);
  return ~0u;
}
#define __fns cass_fns
// HIP has two of them, for int64_t and uint64_t, between which a long long cannot choose.
CASS_DEVICE int cass_ffsll(long long word) { return __builtin_ffsll(word); }
#define __ffsll cass_ffsll

// Sums of byte or 16-bit products.
namespace cass {
template <typename A, typename B, typename C> CASS_DEVICE C dot4(A a, B b, C c) {
  for (int i = 0; i < 4; ++i) {
    const int x = A(-1) < A(0) ? int(a << (24 - 8 * i)) >> 24 : int(a >> (8 * i) & 255);
    const int y = B(-1) < B(0) ? int(b << (24 - 8 * i)) >> 24 : int(b >> (8 * i) & 255);
    c += C(x) * C(y);
  }
  return c;
}
template <typename A, typename B, typename C> CASS_DEVICE C dot2(A a, B b, C c, int first) {
  for (int i = 0; i < 2; ++i) {
    const int x = A(-1) < A(0) ? int(a << (16 - 16 * i)) >> 16 : int(a >> (16 * i) & 65535);
    const int byte = first + i;
    const int y = B(-1) < B(0) ? int(b << (24 - 8 * byte)) >> 24 : int(b >> (8 * byte) & 255);
    c += C(x) * C(y);
  }
  return c;
}
} // namespace cass

#define CASS_DOTS(A, B, C)                                                                         \
  CASS_DEVICE C __dp4a(A a, B b, C c) { return cass::dot4(a, b, c); }                              \
  CASS_DEVICE C __dp2a_lo(A a, B b, C c) { return cass::dot2(a, b, c, 0); }                        \
  CASS_DEVICE C __dp2a_hi(A a, B b, C c) { return cass::dot2(a, b, c, 2); }
CASS_DOTS(int, int, int)
CASS_DOTS(unsigned, unsigned, unsigned)
#undef CASS_DOTS
CASS_DEVICE int __dp4a(char4 a, char4 b, int c) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w + c;
}
CASS_DEVICE unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return unsigned(a.x * b.x + a.y * b.y) + unsigned(a.z * b.z + a.w * b.w) + c;
}
