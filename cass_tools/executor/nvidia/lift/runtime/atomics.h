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

// Arrivals at the barriers of `mbarrier` (ops/arrivals.py): the word before. Others see what the
// thread wrote before it arrived.
static u64 arrived_at(SHARED u64 *where, u32 low, u32 bits, u32 expected) {
  u64 old = __atomic_load_n(where, __ATOMIC_RELAXED), fresh;
  do {
    u64 size = (u64)1 << bits, missing = (old >> low & (size - 1)) + 1;
    u64 phase = old >> 63 ^ missing >> bits;
    u64 whole = old >> expected & (size / 2 - 1) | size / 2;
    missing = missing >> bits ? whole & (size - 1) : missing;
    fresh = phase << 63 | missing << low | (old & (((u64)1 << low) - 1));
  } while (
      !__atomic_compare_exchange_n(where, &old, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return old;
}
NV u64 nv_arrive(SHARED u64 *where) { return arrived_at(where, 32, 31, 0); }
NV u64 nv_arrive_counted(SHARED u64 *where) { return arrived_at(where, 43, 20, 1); }
NV u32 nv_phase(SHARED u64 *where) { return (u32)(__atomic_load_n(where, __ATOMIC_ACQUIRE) >> 32); }

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
