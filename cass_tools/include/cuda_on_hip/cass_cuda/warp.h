// Warp functions with CUDA's masks of 32 bits. The mask only names the lanes that must be there,
// which the program promises; the lanes that are there take part.
#pragma once

#include <cass/lanes.h>

namespace cass {

// The first lane of the segment of `width` lanes (a power of two) that this lane is in.
CASS_DEVICE int segment(int width) { return int(lane()) & ~(width - 1); }

template <typename T> CASS_DEVICE T shuffle(T value, int source, int width) {
  return from_lane(value, segment(width) + (source & (width - 1)));
}
template <typename T> CASS_DEVICE T shuffle_up(T value, unsigned delta, int width) {
  const int source = int(lane()) - int(delta);
  return from_lane(value, source < segment(width) ? int(lane()) : source);
}
template <typename T> CASS_DEVICE T shuffle_down(T value, unsigned delta, int width) {
  const int source = int(lane() & unsigned(width - 1)) + int(delta);
  return from_lane(value, source >= width ? int(lane()) : int(lane()) + int(delta));
}
template <typename T> CASS_DEVICE T shuffle_xor(T value, int mask, int width) {
  const int source = int(lane()) ^ mask;
  return from_lane(value, source >= segment(width) + width ? int(lane()) : source);
}

template <typename T, typename Combine>
CASS_DEVICE T reduce(unsigned mask, T value, Combine combine) {
  T result = from_lane(value, __builtin_ctz(mask));
  for (mask &= mask - 1; mask != 0; mask &= mask - 1)
    result = combine(result, from_lane(value, __builtin_ctz(mask)));
  return result;
}

} // namespace cass

#define CASS_SHUFFLES(TYPE)                                                                        \
  CASS_DEVICE TYPE __shfl_sync(unsigned, TYPE value, int source, int width = 32) {                 \
    return cass::shuffle(value, source, width);                                                    \
  }                                                                                                \
  CASS_DEVICE TYPE __shfl_up_sync(unsigned, TYPE value, unsigned delta, int width = 32) {          \
    return cass::shuffle_up(value, delta, width);                                                  \
  }                                                                                                \
  CASS_DEVICE TYPE __shfl_down_sync(unsigned, TYPE value, unsigned delta, int width = 32) {        \
    return cass::shuffle_down(value, delta, width);                                                \
  }                                                                                                \
  CASS_DEVICE TYPE __shfl_xor_sync(unsigned, TYPE value, int mask, int width = 32) {               \
    return cass::shuffle_xor(value, mask, width);                                                  \
  }
CASS_SHUFFLES(int)
CASS_SHUFFLES(unsigned)
CASS_SHUFFLES(long)
CASS_SHUFFLES(unsigned long)
CASS_SHUFFLES(long long)
CASS_SHUFFLES(unsigned long long)
CASS_SHUFFLES(float)
CASS_SHUFFLES(double)

CASS_DEVICE unsigned __activemask() { return unsigned(cass::active()); }
CASS_DEVICE unsigned __ballot_sync(unsigned mask, int predicate) {
  return unsigned(__ballot(predicate)) & mask;
}
CASS_DEVICE int __any_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, predicate) != 0;
}
CASS_DEVICE int __all_sync(unsigned mask, int predicate) {
  return __ballot_sync(mask, !predicate) == 0;
}
CASS_DEVICE int __uni_sync(unsigned mask, int predicate) {
  const unsigned votes = __ballot_sync(mask, predicate);
  return votes == 0 || votes == (__activemask() & mask);
}
CASS_DEVICE void __syncwarp(unsigned = ~0u) { cass::wave_sync(); }

template <typename T> CASS_DEVICE unsigned __match_any_sync(unsigned mask, T value) {
  return unsigned(cass::same_value(value)) & mask;
}
template <typename T> CASS_DEVICE unsigned __match_all_sync(unsigned mask, T value, int *all_same) {
  *all_same = __match_any_sync(mask, value) == (__activemask() & mask);
  return *all_same ? mask : 0;
}

#define CASS_REDUCE(NAME, TYPE, EXPRESSION)                                                        \
  CASS_DEVICE TYPE __reduce_##NAME##_sync(unsigned mask, TYPE value) {                             \
    return cass::reduce(mask, value, [](TYPE a, TYPE b) -> TYPE { return EXPRESSION; });           \
  }
CASS_REDUCE(add, unsigned, a + b)
CASS_REDUCE(add, int, a + b)
CASS_REDUCE(min, unsigned, a < b ? a : b)
CASS_REDUCE(min, int, a < b ? a : b)
CASS_REDUCE(max, unsigned, a > b ? a : b)
CASS_REDUCE(max, int, a > b ? a : b)
CASS_REDUCE(and, unsigned, (a & b))
CASS_REDUCE(or, unsigned, a | b)
CASS_REDUCE(xor, unsigned, a ^ b)
#undef CASS_REDUCE

// The functions without a mask are HIP's, except that CUDA's ballot has 32 bits.
CASS_DEVICE unsigned cass_ballot(int predicate) { return unsigned(__ballot(predicate)); }
#define __ballot cass_ballot
