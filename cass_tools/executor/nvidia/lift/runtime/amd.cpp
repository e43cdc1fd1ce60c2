// The runtime of lifted code on AMD GPUs. Everything is inlined into the kernels. Lanes that are
// not active take no part in what concerns the warp. A wavefront of 64 lanes is two warps: lanes
// are numbered within a warp, and each half has masks of its own.
#include "atomics.h"
#include "barriers.h"
#include "clusters.h"
#include "common.h"
#include "convert.h"
#include "copies.h"
#include "half.h"
#include "lanes.h"
#include "matrix.h"
#include "minimum.h"
#include "outside.h"
#include "reduce.h"
#include "rounding.h"
#include "surfaces.h"
#include "transcendental.h"
#include "wide.h"

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
// clang has no builtin for it.
extern "C" u64 dispatch_id(void) __asm("llvm.amdgcn.dispatch.id");
NV u64 nv_grid_number(void) { return dispatch_id(); }
NV u32 nv_grid_size(u32 axis) {
  return ((__attribute__((address_space(4))) const u32 *)implicit())[axis];
}
NV u32 nv_block_size(u32 axis) {
  return ((__attribute__((address_space(4))) const unsigned short *)(implicit() + 12))[axis];
}
// The blocks of a cluster, zeros where there are none: our runtime writes them where HIP's leaves
// zeros (host/launch.cpp).
static u32 cluster_blocks(u32 axis) {
  return ((__attribute__((address_space(4))) const u32 *)(implicit() + 128))[axis];
}
NV u32 nv_is_clustered(void) { return cluster_blocks(0) != 0; }
NV u32 nv_cluster_size(u32 axis) { return cluster_blocks(0) ? cluster_blocks(axis) : 1; }
NV u32 nv_cluster_rank(void) {
  u32 x = nv_cluster_size(0), y = nv_cluster_size(1), z = nv_cluster_size(2);
  return nv_block_index(0) % x + x * (nv_block_index(1) % y + y * (nv_block_index(2) % z));
}
NV u64 nv_shared_window(void) {
  auto place = (SHARED char *)64; // any but the null pointer
  return (u64)(__attribute__((address_space(0))) char *)place >> 32 << 32;
}
#if __AMDGCN_WAVEFRONT_SIZE == 64
static u32 lane_of_wave(void) {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0));
}
NV u32 nv_lane(void) { return lane_of_wave() & 31; }
#else
NV u32 nv_lane(void) { return __builtin_amdgcn_mbcnt_lo(~0u, 0); }
#endif
// Of 2 GHz, from the counter of 100 MHz: that of cycles has 20 bits on gfx11.
NV u64 nv_clock(void) { return 20 * __builtin_readsteadycounter(); }
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

#if __AMDGCN_WAVEFRONT_SIZE == 64
NV u32 nv_ballot(u32 is_true) {
  u64 both = __builtin_amdgcn_ballot_w64(is_true != 0);
  return lane_of_wave() & 32 ? (u32)(both >> 32) : (u32)both;
}
// The lane is one of the thread's own warp; bits above are not looked at, as of a word of 32 lanes.
NV u32 nv_from_lane(u32 value, u32 lane) {
  return __builtin_amdgcn_ds_bpermute(((lane & 31) | (lane_of_wave() & 32)) << 2, value);
}
NV u32 nv_broadcast(u32 value, u32 lane) { return nv_from_lane(value, lane); }
#else
NV u32 nv_ballot(u32 is_true) { return __builtin_amdgcn_ballot_w32(is_true != 0); }
NV u32 nv_from_lane(u32 value, u32 lane) { return __builtin_amdgcn_ds_bpermute(lane << 2, value); }
NV u32 nv_broadcast(u32 value, u32 lane) { return __builtin_amdgcn_readlane(value, lane); }
#endif
// The products of four bytes each, added to a number; s and u say how a's and b's bytes are read.
#if defined(__GFX11__) || defined(__GFX12__)
#define DOT4(NAME, A, B)                                                                           \
  NV u32 nv_dot4_##NAME(u32 a, u32 b, u32 c) {                                                     \
    return __builtin_amdgcn_sudot4(A, a, B, b, c, false);                                          \
  }
DOT4(ss, true, true)
DOT4(su, true, false)
DOT4(us, false, true)
DOT4(uu, false, false)
#else
template <class A, class B> static u32 dot4(u32 a, u32 b, u32 c) {
  for (u32 at = 0; at < 32; at += 8)
    c += (u32)((i32)(A)(a >> at) * (i32)(B)(b >> at));
  return c;
}
NV u32 nv_dot4_ss(u32 a, u32 b, u32 c) { return dot4<signed char, signed char>(a, b, c); }
NV u32 nv_dot4_su(u32 a, u32 b, u32 c) { return dot4<signed char, unsigned char>(a, b, c); }
NV u32 nv_dot4_us(u32 a, u32 b, u32 c) { return dot4<unsigned char, signed char>(a, b, c); }
NV u32 nv_dot4_uu(u32 a, u32 b, u32 c) { return dot4<unsigned char, unsigned char>(a, b, c); }
#endif
// The fence emits nothing, but what was read from memory has to be read again.
NV void nv_yield(void) {
  __builtin_amdgcn_fence(__ATOMIC_ACQ_REL, "wavefront");
  __builtin_amdgcn_s_sleep(1);
}
NV u32 nv_is_local(void *generic) {
  return __builtin_amdgcn_is_private((__attribute__((address_space(0))) const void *)generic);
}
NV u32 nv_dynamic_shared(u32) {
  return *(__attribute__((address_space(4))) const u32 *)(implicit() + 120);
}
// The value, of which the compiler knows nothing.
NV float nv_kept(float value) {
  asm("" : "+v"(value));
  return value;
}
NV u32 nv_is_shared(void *generic) {
  return __builtin_amdgcn_is_shared((__attribute__((address_space(0))) const void *)generic);
}
