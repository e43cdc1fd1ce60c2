// Barriers of some of a block's warps.
#pragma once

#include "common.h"

// Three words for each of 16, the threads that have come, how
// often it has opened, and what is counted by BAR.RED. A warp counts whole, as on NVIDIA's.
typedef SHARED u32 *Meeting;
enum { WARP = 32, BARRIERS = 16, WORDS = 3 };

NV void nv_barriers_start(Meeting all) {
  u32 x = nv_block_size(0), y = nv_block_size(1), threads = x * y * nv_block_size(2);
  u32 first = nv_thread_index(0) + x * (nv_thread_index(1) + y * nv_thread_index(2));
  for (u32 at = first; at < BARRIERS * WORDS; at += threads)
    all[at] = 0;
  nv_barrier();
}

static bool leads(void) { return nv_lane() == (u32)__builtin_ctz(nv_ballot(1)); }

static void arrive(Meeting words, u32 count) {
  if (!leads())
    return;
  if (__atomic_fetch_add(&words[0], WARP, __ATOMIC_RELAXED) + WARP == count) {
    __atomic_fetch_sub(&words[0], count, __ATOMIC_RELAXED);
    __atomic_fetch_add(&words[1], 1, __ATOMIC_RELEASE);
  }
}

NV void nv_barrier_arrive(Meeting all, u32 number, u32 count) {
  BLOCK_FENCE(__ATOMIC_RELEASE);
  arrive(all + number * WORDS, count);
}

NV void nv_barrier_count(Meeting all, u32 number, u32 count) {
  Meeting words = all + number * WORDS;
  u32 before = __atomic_load_n(&words[1], __ATOMIC_ACQUIRE);
  nv_barrier_arrive(all, number, count);
  while (__atomic_load_n(&words[1], __ATOMIC_RELAXED) == before)
    nv_yield();
  BLOCK_FENCE(__ATOMIC_ACQUIRE);
}

// `how`: 0 the number of threads where it is true, 1 whether it is in all, 2 whether in any.
// `count` 0 is the whole block. What a warp has added it takes away when all have read the sum.
NV u32 nv_barrier_reduce(Meeting all, u32 number, u32 count, u32 is_true, u32 how) {
  u32 own = (u32)__builtin_popcount(nv_ballot(how == 1 ? !is_true : is_true));
  Meeting sum = all + number * WORDS + 2;
  auto meet = [=] { count ? nv_barrier_count(all, number, count) : nv_barrier(); };
  if (leads())
    __atomic_fetch_add(sum, own, __ATOMIC_RELAXED);
  meet();
  u32 total = __atomic_load_n(sum, __ATOMIC_RELAXED);
  meet();
  if (leads())
    __atomic_fetch_sub(sum, own, __ATOMIC_RELAXED);
  return how == 0 ? total : how == 1 ? total == 0 : total != 0;
}
