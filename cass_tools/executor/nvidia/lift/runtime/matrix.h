// Products of matrices spread over a warp. Lane 4 g + j holds, of the first factor, elements of
// rows g (and g + 8) and, of the second, elements of column g, both of the same k; of the sum, rows
// g (and g + 8) and columns 2 j and 2 j + 1. So each lane asks all lanes of its quad for their part
// of its rows and the quads of its two columns for their part of these.
#pragma once

#include "common.h"
#include "eight.h"
#include "fused.h"

typedef u32 Words4 __attribute__((ext_vector_type(4)));
typedef _Float16 Factors __attribute__((ext_vector_type(2)));

// `step(row * 2 + column, a, b)` for every pair of words that meet. `a` has one word for each row
// in each of `groups`, `b` one for each group.
template <typename Step>
static void for_pairs(Words4 a, Words4 b, u32 rows, u32 groups, Step step) {
  u32 own = nv_lane(), quad = own & ~3u, columns = (own & 3) * 8;
#pragma nounroll
  for (u32 j = 0; j < 4; ++j) {
#pragma unroll
    for (u32 group = 0; group < 2; ++group) {
      if (group >= groups)
        continue;
      u32 left = nv_from_lane(b[group], columns + j),
          right = nv_from_lane(b[group], columns + 4 + j);
#pragma unroll
      for (u32 row = 0; row < 2; ++row) {
        if (row >= rows)
          continue;
        u32 factor = nv_from_lane(a[group * rows + row], quad + j);
        step(row * 2, factor, left);
        step(row * 2 + 1, factor, right);
      }
    }
  }
}

// Of 4 neighbours of the second factor (halves in two words, or in each word 4 bytes), those 2 that
// the first factor has not left out: `which` has 2 bits for each.
static u32 picked(u32 low, u32 high, u32 which, bool bytes) {
  if (bytes) {
    u32 found = 0;
    for (u32 at = 0; at < 4; ++at)
      found |= ((at < 2 ? low : high) >> 8 * (which >> 2 * at & 3) & 255) << 8 * at;
    return found;
  }
  u64 all = (u64)high << 32 | low;
  return (u32)(all >> 16 * (which & 3) & 0xffff) | (u32)(all >> 16 * (which >> 2 & 3) & 0xffff)
                                                       << 16;
}

// The same where of each 4 elements of a row of the first factor only 2 are there. Word j of a
// group goes with the words 2 j and 2 j + 1 of two registers of the second factor. Which elements
// are there is said by lanes of the quad that `select` names, all where there are two groups of
// bytes: for halves a lane has 16 bits for each of both rows, for bytes 32 bits for one row.
template <typename Step>
static void for_sparse(Words4 a, Words4 b, u32 which, u32 groups, u32 select, bool bytes,
                       Step step) {
  u32 own = nv_lane(), quad = own & ~3u, columns = (own & 3) * 8;
#pragma nounroll
  for (u32 j = 0; j < 4; ++j) {
#pragma unroll
    for (u32 group = 0; group < 2; ++group) {
      if (group >= groups)
        continue;
      u32 word = j & 2 ? b[2 * group + 1] : b[2 * group], from = columns + 2 * (j & 1);
      u32 meant[2] = {}, others[4];
#pragma unroll
      for (u32 at = 0; at < 4; ++at)
        others[at] = nv_from_lane(word, from + 4 * (at / 2) + at % 2);
#pragma unroll
      for (u32 row = 0; row < 2; ++row) {
        u32 pair = groups == 1 ? select : group;
        u32 holder = bytes ? 2 * pair + row : groups == 1 ? select : 2 * select + group;
        u32 said = nv_from_lane(which, quad + holder);
        meant[row] = bytes ? said >> 8 * j & 255 : said >> (16 * row + 4 * j) & 15;
        u32 factor = nv_from_lane(a[group * 2 + row], quad + j);
        for (u32 column = 0; column < 2; ++column)
          step(row * 2 + column, factor,
               picked(others[2 * column], others[2 * column + 1], meant[row], bytes));
      }
    }
  }
}

static float half_at(u32 word, u32 at) { return (float)__builtin_bit_cast(Factors, word)[at]; }

// From here on: E4M3, or E5M2 where 1 (the first factor) and 2 (the second) are added.
static constexpr u32 FACTOR_EIGHT = 4;

static double eight_at(u32 word, u32 at, bool is_large) {
  return half_at(half_of_eight(word >> 8 * at & 255, is_large), 0);
}

// What `each` calls its argument with, added to `c`, for factors of 8 bits: exact in double, and
// rounded once. No GPU was asked.
template <typename Each> static Words4 eight_result(Words4 c, u32 kind, u32 single, Each each) {
  double sums[4];
  for (u32 at = 0; at < 4; ++at)
    sums[at] = single ? __builtin_bit_cast(float, (u32)c[at]) : half_at(c[at / 2], at & 1);
  each([&](u32 at, u32 left, u32 right) {
    for (u32 k = 0; k < 4; ++k)
      sums[at] += eight_at(left, k, kind & 1) * eight_at(right, k, kind & 2);
  });
  Words4 result = 0;
  for (u32 at = 0; at < 4; ++at) {
    if (single)
      result[at] = __builtin_bit_cast(u32, (float)sums[at]);
    else
      result[at / 2] |= (u32) __builtin_bit_cast(unsigned short, (_Float16)sums[at])
                        << 16 * (at & 1);
  }
  return result;
}

// The same for larger factors.
template <typename Each> static Words4 half_result(Words4 c, u32 kind, u32 single, Each each) {
  FusedSum sums[4];
  Small others[4];
  u32 point = single ? 23 : 10, factors = kind == FACTOR_TF32 ? 1 : 2;
  for (u32 at = 0; at < 4; ++at) {
    others[at] =
        single ? small(c[at], 23, 127) : small(c[at / 2] >> 16 * (at & 1) & 0xffff, 10, 15);
    sums[at].look_at(others[at], point);
  }
  each([&](u32 at, u32 left, u32 right) {
    for (u32 k = 0; k < factors; ++k)
      sums[at].look_at_product(factor(left, k, kind), factor(right, k, kind));
  });
  for (u32 at = 0; at < 4; ++at)
    sums[at].add(others[at].significand, others[at].exponent, others[at].negative, point);
  each([&](u32 at, u32 left, u32 right) {
    for (u32 k = 0; k < factors; ++k)
      sums[at].add_product(factor(left, k, kind), factor(right, k, kind));
  });
  Words4 result = 0;
  for (u32 at = 0; at < 4; ++at) {
    if (single)
      result[at] = sums[at].single();
    else
      result[at / 2] |= sums[at].half() << 16 * (at & 1);
  }
  return result;
}

NV Words4 nv_matrix_half(Words4 a, Words4 b, Words4 c, u32 groups, u32 kind, u32 single) {
  auto each = [&](auto step) { for_pairs(a, b, 2, groups, step); };
  return kind < FACTOR_EIGHT ? half_result(c, kind, single, each)
                             : eight_result(c, kind, single, each);
}

NV Words4 nv_matrix_half_sparse(Words4 a, Words4 b, Words4 c, u32 groups, u32 kind, u32 single,
                                u32 select, u32 which) {
  auto each = [&](auto step) {
    for_sparse(a, b, which, groups, select, kind >= FACTOR_EIGHT, step);
  };
  return kind < FACTOR_EIGHT ? half_result(c, kind, single, each)
                             : eight_result(c, kind, single, each);
}

enum Integers : u32 { SIGNED_A = 1, SIGNED_B = 2, NIBBLES = 4, SATURATE = 8, XOR = 16, AND = 32 };

static i32 field(u32 word, u32 at, u32 bits, bool is_signed) {
  u32 top = word << (32 - bits * (at + 1));
  return is_signed ? (i32)top >> (32 - bits) : (i32)(top >> (32 - bits));
}

// The sum of the products of the numbers in two words.
static i64 part_of_integers(u32 left, u32 right, u32 flags) {
  if (flags & (XOR | AND))
    return __builtin_popcount(flags & XOR ? left ^ right : left & right);
  u32 bits = flags & NIBBLES ? 4 : 8;
  i64 sum = 0;
  for (u32 k = 0; k < 8; ++k)
    if (k < 32 / bits)
      sum += field(left, k, bits, flags & SIGNED_A) * field(right, k, bits, flags & SIGNED_B);
  return sum;
}

static Words4 integers(const i64 *sums, u32 flags) {
  Words4 result = 0;
  for (u32 at = 0; at < 4; ++at) {
    i64 sum = sums[at];
    if (flags & SATURATE)
      sum = sum > 0x7fffffff ? 0x7fffffff : sum < -0x80000000ll ? -0x80000000ll : sum;
    result[at] = (u32)sum;
  }
  return result;
}

NV Words4 nv_matrix_integer(Words4 a, Words4 b, Words4 c, u32 rows, u32 groups, u32 flags) {
  i64 sums[4] = {(i32)c[0], (i32)c[1], (i32)c[2], (i32)c[3]};
  for_pairs(a, b, rows, groups,
            [&](u32 at, u32 left, u32 right) { sums[at] += part_of_integers(left, right, flags); });
  return integers(sums, flags);
}

NV Words4 nv_matrix_integer_sparse(Words4 a, Words4 b, Words4 c, u32, u32 groups, u32 flags,
                                   u32 select, u32 which) {
  i64 sums[4] = {(i32)c[0], (i32)c[1], (i32)c[2], (i32)c[3]};
  for_sparse(a, b, which, groups, select, true, [&](u32 at, u32 left, u32 right) {
    sums[at] += part_of_integers(left, right, flags);
  });
  return integers(sums, flags);
}

static double double_of(u32 low, u32 high) {
  return __builtin_bit_cast(double, (u64)high << 32 | low);
}

// 8 by 4 and 4 by 8, fused from k = 0 on.
NV Words4 nv_matrix_double(Words4 a, Words4 b, Words4 c) {
  double sums[2] = {double_of(c[0], c[1]), double_of(c[2], c[3])};
  u32 own = nv_lane(), quad = own & ~3u, columns = (own & 3) * 8;
#pragma nounroll
  for (u32 j = 0; j < 4; ++j) {
    double factor = double_of(nv_from_lane(a[0], quad + j), nv_from_lane(a[1], quad + j));
    for (u32 column = 0; column < 2; ++column) {
      u32 lane = columns + 4 * column + j;
      double other = double_of(nv_from_lane(b[0], lane), nv_from_lane(b[1], lane));
      sums[column] = __builtin_fma(factor, other, sums[column]);
    }
  }
  u64 low = __builtin_bit_cast(u64, sums[0]), high = __builtin_bit_cast(u64, sums[1]);
  return Words4{(u32)low, (u32)(low >> 32), (u32)high, (u32)(high >> 32)};
}
