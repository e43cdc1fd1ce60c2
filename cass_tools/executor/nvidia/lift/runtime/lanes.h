// What threads of a warp tell each other, on three functions of the platform: nv_ballot (the lanes
// whose argument is not 0), nv_from_lane (another lane's value) and nv_broadcast (the value of a
// lane that all name alike). Only active lanes take part; what an inactive one holds is not
// defined, as on NVIDIA's hardware.
#pragma once

#include "common.h"

enum Shuffle : u32 { SHUFFLE_IDX, SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BFLY };
enum Reduction : u32 {
  REDUCE_SUM,
  REDUCE_AND,
  REDUCE_OR,
  REDUCE_XOR,
  REDUCE_MIN,
  REDUCE_MAX,
  REDUCE_SMIN,
  REDUCE_SMAX
};

// SHFL: the value, and in bit 32 whether the lane lies in the thread's segment. `clamp` has the
// last lane in bits 0 to 4 and the mask of the segment's number in bits 8 to 12.
NV u64 nv_shuffle(u32 value, u32 by, u32 clamp, u32 mode) {
  u32 own = nv_lane(), segment = clamp >> 8 & 31, first = own & segment;
  u32 limit = first | (clamp & 31 & ~segment);
  by &= 31;
  u32 lane = mode == SHUFFLE_IDX    ? first | (by & ~segment)
             : mode == SHUFFLE_UP   ? own - by
             : mode == SHUFFLE_DOWN ? own + by
                                    : own ^ by;
  bool within = mode == SHUFFLE_UP ? (i32)lane >= (i32)limit : lane <= limit;
  return (u64)within << 32 | nv_from_lane(value, within ? lane : own);
}

// The lanes that hold the same 64 bits as the calling one.
NV u32 nv_match(u32 low, u32 high) {
  u32 left = nv_ballot(1), found = 0;
  while (left) {
    u32 lane = (u32)__builtin_ctz(left);
    u32 other_low = nv_broadcast(low, lane),
        other_high = nv_broadcast(high, lane); // by all, always
    bool same = low == other_low && high == other_high;
    u32 equal = nv_ballot(same);
    found = same ? equal : found;
    left &= ~equal;
  }
  return found;
}

// Of two values the one, or what they make together.
static u32 reduced(u32 a, u32 b, u32 how) {
  bool below = how == REDUCE_SMIN || how == REDUCE_SMAX ? (i32)b < (i32)a : b < a;
  return how == REDUCE_SUM                                    ? a + b
         : how == REDUCE_AND                                  ? (a & b)
         : how == REDUCE_OR                                   ? (a | b)
         : how == REDUCE_XOR                                  ? (a ^ b)
         : below == (how == REDUCE_MIN || how == REDUCE_SMIN) ? b
                                                              : a;
}

#ifdef __AMDGCN__
// The value of the lane whose number differs in the bits of MASK, within 32 lanes on every GPU.
template <u32 MASK> static u32 opposite(u32 value) {
  return __builtin_amdgcn_ds_swizzle(value, 31 | MASK << 10);
}
#endif

// Of the active lanes that are members, which the calling one is. A whole warp does it in five
// steps.
NV u32 nv_reduce(u32 value, u32 how, u32 members) {
  u32 total = value;
#ifdef __AMDGCN__
  if (nv_ballot(members == ~0u) == ~0u) {
    total = reduced(total, opposite<16>(total), how);
    total = reduced(total, opposite<8>(total), how);
    total = reduced(total, opposite<4>(total), how);
    total = reduced(total, opposite<2>(total), how);
    return reduced(total, opposite<1>(total), how);
  }
#endif
  for (u32 left = nv_ballot(1); left; left &= left - 1) {
    u32 lane = (u32)__builtin_ctz(left), next = nv_broadcast(value, lane);
    if (lane != nv_lane() && (members >> lane & 1))
      total = reduced(total, next, how);
  }
  return total;
}
