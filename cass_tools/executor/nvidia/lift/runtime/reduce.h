// Bulk reductions: words of shared memory combined with those of global memory, one by one.
#pragma once

#include "atomics.h"
#include "common.h"

enum ReduceOperation : u32 { OP_ADD, OP_MIN, OP_MAX, OP_AND, OP_OR, OP_XOR, OP_INC, OP_DEC };
enum ReduceType : u32 {
  TYPE_U32,
  TYPE_S32,
  TYPE_U64,
  TYPE_S64,
  TYPE_F32,
  TYPE_F64,
  TYPE_F16,
  TYPE_BF16
};

template <typename Unsigned, typename Signed>
static Unsigned combined(Unsigned old, Unsigned by, u32 operation, bool is_signed) {
  bool below = is_signed ? (Signed)old < (Signed)by : old < by;
  switch (operation) {
  case OP_ADD:
    return old + by;
  case OP_MIN:
    return below ? old : by;
  case OP_MAX:
    return below ? by : old;
  case OP_AND:
    return old & by;
  case OP_OR:
    return old | by;
  case OP_XOR:
    return old ^ by;
  case OP_INC:
    return old >= by ? 0 : old + 1;
  default:
    return old == 0 || old > by ? by : old - 1;
  }
}

static float small_float(u32 bits, bool brain) {
  if (brain)
    return __builtin_bit_cast(float, bits << 16);
  return (float)__builtin_bit_cast(_Float16, (unsigned short)bits);
}

// The number of the two, or of two the smaller or larger; their bits.
static u32 small_extreme(u32 a, u32 b, bool largest, bool brain) {
  float x = small_float(a, brain), y = small_float(b, brain);
  if (x != x && y != y)
    return 0x7fff;
  bool ordered = x == y && a != b; // zeros: -0 is the smaller
  bool first = ordered ? (a >> 15 & 1) != (largest ? 1u : 0u) : largest ? x > y : x < y;
  return y != y || (x == x && first) ? a : b;
}

static u32 small_combined(u32 old, u32 by, u32 operation, bool brain) {
  if (operation == OP_ADD)
    return brain ? bfloat_sum(old, by) : half_sum(old, by);
  return small_extreme(old, by, operation == OP_MAX, brain);
}

template <typename Step> static void replace_long(u64 *where, Step step) {
  u64 old = __atomic_load_n(where, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(where, &old, step(old), false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
}

static u32 single_sum(u32 a, u32 b) {
  float sum = __builtin_bit_cast(float, a) + __builtin_bit_cast(float, b);
  return sum != sum ? 0x7fffffff : __builtin_bit_cast(u32, sum);
}

// By one lane, `size` bytes.
NV void nv_bulk_reduce(GLOBAL u32 *to, SHARED const u32 *from, u32 size, u32 mine, u32 operation,
                       u32 type) {
  bool is_long = type == TYPE_U64 || type == TYPE_S64 || type == TYPE_F64;
  for (u32 at = 0; at < (mine ? size / 4 : 0); at += is_long ? 2 : 1) {
    if (is_long) {
      u64 by = (u64)from[at + 1] << 32 | from[at];
      replace_long((u64 *)(to + at), [=](u64 old) {
        if (type == TYPE_F64)
          return __builtin_bit_cast(u64, __builtin_bit_cast(double, old) +
                                             __builtin_bit_cast(double, by));
        return combined<u64, i64>(old, by, operation, type == TYPE_S64);
      });
      continue;
    }
    u32 by = from[at];
    replace((u32 *)(to + at), [=](u32 old) {
      if (type == TYPE_F32)
        return single_sum(old, by);
      if (type >= TYPE_F16) {
        bool brain = type == TYPE_BF16;
        return small_combined(old >> 16, by >> 16, operation, brain) << 16 |
               small_combined(old & 0xffff, by & 0xffff, operation, brain);
      }
      return combined<u32, i32>(old, by, operation, type == TYPE_S32);
    });
  }
}
