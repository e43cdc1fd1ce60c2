// 128 bits of memory at once, which neither platform has: under a lock. Kernels that change memory
// so take it for their other strong accesses of 128 bits as well (ops/wide.py).
#pragma once

#include "common.h"

typedef u64 Words2 __attribute__((ext_vector_type(2)));

static GLOBAL u32 wide_lock;

// A lane of a warp gives the lock back in the same turn in which it took it: others that wait for
// it in the loop are not in its way.
template <typename Step> static Words2 locked(u64 *where, Step step) {
  Words2 old = 0;
  for (u32 waits = 1; waits;) {
    u32 free = 0;
    if (__atomic_compare_exchange_n(&wide_lock, &free, 1, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_RELAXED)) {
      volatile u64 *words = where;
      old = Words2{words[0], words[1]};
      Words2 fresh = step(old);
      words[0] = fresh.x;
      words[1] = fresh.y;
      waits = 0;
      __atomic_store_n(&wide_lock, 0, __ATOMIC_RELEASE);
    } else {
      nv_yield();
    }
  }
  return old;
}

NV Words2 nv_wide_load(u64 *where) {
  return locked(where, [](Words2 old) { return old; });
}
NV Words2 nv_wide_exchange(u64 *where, u64 low, u64 high) {
  return locked(where, [=](Words2) { return Words2{low, high}; });
}
NV Words2 nv_wide_swap(u64 *where, u64 low, u64 high, u64 new_low, u64 new_high) {
  return locked(where, [=](Words2 old) {
    return old.x == low && old.y == high ? Words2{new_low, new_high} : old;
  });
}
