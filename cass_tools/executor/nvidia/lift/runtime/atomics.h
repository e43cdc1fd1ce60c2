// Atomic additions of floating point: a loop of compare and swap.
#pragma once

#include "common.h"

typedef _Float16 Halves __attribute__((ext_vector_type(2)));

template <typename Step> static u32 replace(u32 *where, Step step) {
  u32 old = __atomic_load_n(where, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(where, &old, step(old), false, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED)) {
  }
  return old;
}

static float flushed(float x) {
  return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
}

// With denormal numbers as zeros, as NVIDIA's global memory adds.
NV u32 nv_add_single(u32 *where, u32 by) {
  return replace(where, [=](u32 old) {
    float sum = flushed(__builtin_bit_cast(float, old)) + flushed(__builtin_bit_cast(float, by));
    return __builtin_bit_cast(u32, flushed(sum));
  });
}

NV u32 nv_add_halves(u32 *where, u32 by) {
  return replace(where, [=](u32 old) {
    return __builtin_bit_cast(u32,
                              __builtin_bit_cast(Halves, old) + __builtin_bit_cast(Halves, by));
  });
}

// The sum of two bfloat16, to nearest, ties to even.
static u32 bfloat_sum(u32 a, u32 b) {
  float sum = __builtin_bit_cast(float, a << 16) + __builtin_bit_cast(float, b << 16);
  u32 bits = __builtin_bit_cast(u32, sum);
  return sum != sum ? 0x7fff : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}

NV u32 nv_add_bfloats(u32 *where, u32 by) {
  return replace(where, [=](u32 old) {
    return bfloat_sum(old >> 16, by >> 16) << 16 | bfloat_sum(old & 0xffff, by & 0xffff);
  });
}
