// The barrier of a cluster (UCGABAR): a word behind the first block's shared memory, zero at first,
// with the threads that have ended in bits 0 to 19, those that have arrived in bits 20 to 39, and
// how often it has opened in bits 40 to 63. Threads that have ended are not waited for.
#pragma once

#include "cluster.h"

static u64 *cluster_word(void) { return (u64 *)(nv_shared_window() + CLUSTER_BARRIER); }

// On AMD's GPUs a wavefront counts as one: its lanes end together, and come here together, as the
// aligned forms of the barrier ask for.
#ifdef __AMDGCN__
enum { COUNTED_TOGETHER = __AMDGCN_WAVEFRONT_SIZE };
static bool counts(void) {
#if __AMDGCN_WAVEFRONT_SIZE == 64
  u64 active = __builtin_amdgcn_ballot_w64(true);
  u32 lane = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
#else
  u64 active = __builtin_amdgcn_ballot_w32(true);
  u32 lane = nv_lane();
#endif
  return lane == (u32)__builtin_ctzll(active);
}
#else
enum { COUNTED_TOGETHER = 1 };
#endif

static u64 cluster_units(void) {
  u32 threads = nv_block_size(0) * nv_block_size(1) * nv_block_size(2);
  u32 units = (threads + COUNTED_TOGETHER - 1) / COUNTED_TOGETHER;
  return (u64)nv_cluster_size(0) * nv_cluster_size(1) * nv_cluster_size(2) * units;
}

// How often the barrier had opened before.
static u32 cluster_step(u64 arrivals, u64 ends) {
  const u64 field = 0xfffff, all = cluster_units();
  u64 *where = cluster_word(), old = __atomic_load_n(where, __ATOMIC_RELAXED), fresh;
  do {
    u64 ended = (old & field) + ends, arrived = (old >> 20 & field) + arrivals;
    bool opens = arrived != 0 && arrived + ended == all;
    fresh = ((old >> 40) + opens) << 40 | (opens ? 0 : arrived) << 20 | ended;
  } while (
      !__atomic_compare_exchange_n(where, &old, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
  return (u32)(old >> 40);
}

NV u32 nv_divided(u32 a, u32 b) { return a / b; }

// One divided by a cluster's blocks along an axis: not below, so that a multiple of them times this
// is not below the whole number.
NV float nv_cluster_inverse(u32 axis) {
  float blocks = (float)nv_cluster_size(axis), inverse = 1 / blocks;
  return (double)inverse * blocks < 1
             ? __builtin_bit_cast(float, __builtin_bit_cast(u32, inverse) + 1)
             : inverse;
}

// Without clusters there is nothing to count. The result is for nv_cluster_wait.
NV u32 nv_cluster_arrive(void) {
  if (!nv_is_clustered())
    return 0;
#ifdef __AMDGCN__
  u32 before = 0;
  if (counts())
    before = cluster_step(1, 0);
  return (u32)__builtin_amdgcn_readfirstlane((int)before);
#else
  return cluster_step(1, 0);
#endif
}

NV void nv_cluster_wait(u32 before) {
  if (!nv_is_clustered()) {
    nv_barrier();
    return;
  }
  while ((u32)(__atomic_load_n(cluster_word(), __ATOMIC_ACQUIRE) >> 40) == before)
    nv_yield();
}

NV void nv_cluster_leave(void) {
  if (!nv_is_clustered())
    return;
#ifdef __AMDGCN__
  if (counts())
    cluster_step(0, 1);
#else
  cluster_step(0, 1);
#endif
}
