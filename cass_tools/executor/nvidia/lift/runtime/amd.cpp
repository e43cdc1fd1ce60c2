// The runtime of lifted code on AMD GPUs with wavefronts of 32 lanes. Everything is inlined into
// the kernels. Lanes that are not active take no part in what concerns the warp.
#include "atomics.h"
#include "common.h"
#include "copies.h"
#include "lanes.h"
#include "matrix.h"
#include "rounding.h"

typedef __attribute__((address_space(4))) const unsigned char *Constants;

// What the HIP runtime passes behind the arguments: the number of blocks, then their size.
static Constants implicit(void) { return (Constants)__builtin_amdgcn_implicitarg_ptr(); }

NV u32 nv_thread_index(u32 axis) {
  return axis == 0   ? __builtin_amdgcn_workitem_id_x()
         : axis == 1 ? __builtin_amdgcn_workitem_id_y()
                     : __builtin_amdgcn_workitem_id_z();
}
NV u32 nv_block_index(u32 axis) {
  return axis == 0   ? __builtin_amdgcn_workgroup_id_x()
         : axis == 1 ? __builtin_amdgcn_workgroup_id_y()
                     : __builtin_amdgcn_workgroup_id_z();
}
NV u32 nv_grid_size(u32 axis) {
  return ((__attribute__((address_space(4))) const u32 *)implicit())[axis];
}
NV u32 nv_block_size(u32 axis) {
  return ((__attribute__((address_space(4))) const unsigned short *)(implicit() + 12))[axis];
}
NV u32 nv_lane(void) { return __builtin_amdgcn_mbcnt_lo(~0u, 0); }
NV u64 nv_clock(void) { return __builtin_readcyclecounter(); }
NV u64 nv_timer(void) { return 10 * __builtin_readsteadycounter(); }

NV void nv_barrier(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
NV void nv_warp_fence(void) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_wave_barrier();
}

NV u32 nv_ballot(u32 is_true) { return __builtin_amdgcn_ballot_w32(is_true != 0); }
NV u32 nv_from_lane(u32 value, u32 lane) { return __builtin_amdgcn_ds_bpermute(lane << 2, value); }
NV u32 nv_broadcast(u32 value, u32 lane) { return __builtin_amdgcn_readlane(value, lane); }
// The fence emits nothing, but what was read from memory has to be read again.
NV void nv_yield(void) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_s_sleep(1);
}
NV u32 nv_is_shared(void *generic) {
  return __builtin_amdgcn_is_shared((__attribute__((address_space(0))) const void *)generic);
}

// Barriers of some of a block's warps: three words for each of 16, the threads that have come, how
// often it has opened, and what is counted by BAR.RED. A warp counts whole, as on NVIDIA's.
typedef __attribute__((address_space(3))) u32 *Meeting;
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
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  arrive(all + number * WORDS, count);
}

NV void nv_barrier_count(Meeting all, u32 number, u32 count) {
  Meeting words = all + number * WORDS;
  u32 before = __atomic_load_n(&words[1], __ATOMIC_ACQUIRE);
  nv_barrier_arrive(all, number, count);
  while (__atomic_load_n(&words[1], __ATOMIC_RELAXED) == before)
    __builtin_amdgcn_s_sleep(1);
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
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
