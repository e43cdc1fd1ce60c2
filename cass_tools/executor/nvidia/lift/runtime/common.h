// Types, and what every platform's runtime shares.
#pragma once

typedef unsigned u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

#ifdef __AMDGCN__
#define NV extern "C" __attribute__((always_inline))
#define NVCALL extern "C" __attribute__((noinline)) // too large to be put in at every place
#define SHARED __attribute__((address_space(3)))
#define GLOBAL __attribute__((address_space(1)))
#define BLOCK_FENCE(order) __builtin_amdgcn_fence(order, "workgroup")
#else
#define NV extern "C"
#define NVCALL NV
#define SHARED
#define GLOBAL
#define BLOCK_FENCE(order) __atomic_thread_fence(order)
#endif

// What each platform has of its own: where a thread is, the lanes of its warp (lanes.h says more),
// and waiting.
NV u32 nv_thread_index(u32 axis);
NV u32 nv_block_index(u32 axis);
NV u64 nv_grid_number(void); // counts launches
NV u32 nv_block_size(u32 axis);
NV void nv_barrier(void);
NV void nv_yield(void);
NV u32 nv_lane(void);
NV u32 nv_ballot(u32 is_true);
NV u32 nv_from_lane(u32 value, u32 lane);
NV u32 nv_broadcast(u32 value, u32 lane);
