// Atomic additions of floating point: a loop of compare and swap.
#pragma once

#include "common.h"

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
template <typename Word, typename Step> static u64 stepped(Word *where, Step step) {
  u64 old = __atomic_load_n(where, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(where, &old, step(old), false, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED)) {
  }
  return old;
}

// Before sm_90: missing arrivals in bits 32 to 62, those of a whole phase in bits 0 to 29.
NV u64 nv_arrive(SHARED u64 *where) {
  return stepped(where, [](u64 old) {
    u64 missing = (old >> 32 & 0x7fffffff) + 1, over = missing >> 31;
    missing = over ? (old & 0x3fffffff) | 0x40000000 : missing;
    return (old >> 63 ^ over) << 63 | missing << 32 | (old & 0xffffffff);
  });
}

// From sm_90 on: missing arrivals in bits 43 to 62, those of a whole phase in bits 1 to 20, both as
// negative numbers; what copies owe in bits 21 to 42. The phase ends when neither is left.
static u64 counted(u64 old, u32 arrivals, u32 owed, u32 leaves) {
  const u64 count = 0xfffff, debt = 0x3fffff;
  u64 whole = (old >> 1 & count) + leaves & count, missing = (old >> 43 & count) + arrivals;
  u64 left = (old >> 21 & debt) + owed & debt;
  u64 over = (missing & count) == 0 && left == 0;
  missing = over ? whole : missing & count;
  return (old >> 63 ^ over) << 63 | missing << 43 | left << 21 | whole << 1 | (old & 1);
}
NV u64 nv_arrive_counted(SHARED u64 *where, u32 arrivals, u32 owed, u32 leaves) {
  return stepped(where, [=](u64 old) { return counted(old, arrivals, owed, leaves); });
}
// The same at a barrier of any block of the cluster, by its generic address.
NV void nv_arrive_far(u64 *where, u32 arrivals, u32 owed) {
  stepped(where, [=](u64 old) { return counted(old, arrivals, owed, 0); });
}
// Who asks whether a phase is over is to see what other blocks' copies have written; also what
// looks for races knows by the fence that this orders.
NV u32 nv_phase(SHARED u64 *where) {
  u32 half = (u32)(__atomic_load_n(where, __ATOMIC_ACQUIRE) >> 32);
#ifdef __AMDGCN__
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
#endif
  return half;
}

// With denormal numbers as zeros and one NaN for all, as NVIDIA's global memory adds.
NV u32 nv_add_single(u32 *where, u32 by) {
  return replace(where, [=](u32 old) {
    float sum = flushed(__builtin_bit_cast(float, old)) + flushed(__builtin_bit_cast(float, by));
    return sum != sum ? 0x7fffffff : __builtin_bit_cast(u32, flushed(sum));
  });
}

static u32 half_sum(u32 a, u32 b) {
  auto half = [](u32 bits) { return __builtin_bit_cast(_Float16, (unsigned short)bits); };
  _Float16 sum = half(a) + half(b);
  return sum != sum ? 0x7fff : __builtin_bit_cast(unsigned short, sum);
}

NV u32 nv_add_halves(u32 *where, u32 by) {
  return replace(where, [=](u32 old) {
    return half_sum(old >> 16, by >> 16) << 16 | half_sum(old & 0xffff, by & 0xffff);
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
