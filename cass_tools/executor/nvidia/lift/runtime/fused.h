// Sums of products as the matrix units of an H200 form them, bit by bit (single_h200.npz): the
// products are exact; they and what they are added to are cut off 25 bits behind the point of the
// largest one (by its exponents, not its value), added without loss, and cut to a float, or rounded
// to the nearest half. All products of an instruction are one such sum.
#pragma once

#include "common.h"

enum Factor : u32 { FACTOR_HALF, FACTOR_BFLOAT, FACTOR_TF32 };
static constexpr u32 FACTOR_POINT = 10; // bits behind the point of a factor's significand

// A number's parts: its value is (-1)^negative significand 2^(exponent - point), where the
// significand has a bit `point` if it is not too small for that.
struct Small {
  u32 significand;
  i32 exponent;
  bool negative, is_special; // infinite, or no number (then the significand has lower bits)
};

static Small small(u32 bits, u32 point, i32 bias) {
  u32 highest = 2 * bias + 1, field = bits >> point & highest,
      fraction = bits & ((1u << point) - 1);
  return {field ? fraction | 1u << point : fraction, (field ? (i32)field : 1) - bias,
          bits >> point > highest, field == highest};
}

// The factors that a word holds: two, or one of TF32.
static Small factor(u32 word, u32 at, u32 kind) {
  if (kind == FACTOR_TF32)
    return small(word >> 13, 10, 127);
  u32 bits = word >> 16 * at & 0xffff;
  if (kind == FACTOR_HALF)
    return small(bits, 10, 15);
  Small found = small(bits, 7, 127);
  found.significand <<= FACTOR_POINT - 7;
  return found;
}

enum Special : u32 { NO_NUMBER = 1, INFINITE = 2, NEGATIVE = 4 };

// One element of the result. First all terms are looked at, then all are added.
struct FusedSum {
  static constexpr i32 KEPT = 25, LOWEST = -1000;
  i32 top = LOWEST;
  u32 special = 0;
  i64 total = 0;

  void look(u32 significand, i32 exponent, bool negative, u32 found) {
    special |= found == INFINITE && negative ? NEGATIVE : found;
    top = significand && exponent > top ? exponent : top;
  }
  void look_at(Small a, u32 point) {
    u32 found = !a.is_special ? 0 : a.significand == 1u << point ? INFINITE : NO_NUMBER;
    look(a.significand, a.exponent, a.negative, found);
  }
  void look_at_product(Small a, Small b) {
    u32 found = 0, product = a.significand * b.significand;
    if (a.is_special || b.is_special) {
      bool is_none = (a.is_special && a.significand != 1u << FACTOR_POINT) ||
                     (b.is_special && b.significand != 1u << FACTOR_POINT) || !product;
      found = is_none ? NO_NUMBER : INFINITE;
    }
    look(product, a.exponent + b.exponent, a.negative != b.negative, found);
  }
  void add(u32 significand, i32 exponent, bool negative, u32 point) {
    i32 lost = significand ? top - exponent : 0;
    i64 kept = lost > 60 ? 0 : ((i64)significand << (KEPT - point)) >> lost;
    total += negative ? -kept : kept;
  }
  void add_product(Small a, Small b) {
    add(a.significand * b.significand, a.exponent + b.exponent, a.negative != b.negative,
        2 * FACTOR_POINT);
  }
  // No number, or an infinite one, in bits.
  u32 special_result(u32 none, u32 infinite, u32 sign) const {
    bool both = (special & INFINITE) && (special & NEGATIVE);
    return special & NO_NUMBER || both ? none : infinite | (special & NEGATIVE ? sign : 0);
  }
  u32 single() const {
    if (special)
      return special_result(0x7fffffff, 0x7f800000, 0x80000000);
    if (!total)
      return 0;
    u64 size = (u64)(total < 0 ? -total : total);
    i32 unit = top - KEPT, highest = 63 - (i32)__builtin_clzll(size), exponent = unit + highest;
    u32 sign = total < 0 ? 0x80000000u : 0;
    if (exponent < -126) {
      i32 lost = -149 - unit;
      return sign | (u32)(lost > 63 ? 0 : lost > 0 ? size >> lost : size << -lost);
    }
    u32 fraction = (u32)(highest > 23 ? size >> (highest - 23) : size << (23 - highest));
    return sign |
           (exponent > 127 ? 0x7f800000 : (u32)(exponent + 127) << 23 | (fraction & 0x7fffff));
  }
  u32 half() const {
    if (special)
      return special_result(0x7fff, 0x7c00, 0x8000);
    double unit = __builtin_bit_cast(double, (u64)(1023 + (total ? top : 0) - KEPT) << 52);
    return __builtin_bit_cast(unsigned short, (_Float16)((double)total * unit));
  }
};
