// Copies of less than their size, and of many bytes.
#pragma once

#include "atomics.h"
#include "common.h"

typedef SHARED unsigned char *SharedBytes;
typedef GLOBAL const unsigned char *GlobalBytes;

// `size` bytes, of which the first `wanted` are from memory and the others zeros.
NV void nv_copy_part(SharedBytes to, GlobalBytes from, u32 size, u32 wanted) {
  for (u32 at = 0; at < size; ++at)
    to[at] = at < wanted ? from[at] : 0;
}

typedef u32 Quad __attribute__((ext_vector_type(4)));

// By one lane, `size` bytes of a multiple of 16; they are no longer owed to the barrier then.
NV void nv_bulk_in(SHARED Quad *to, GLOBAL const Quad *from, u32 size, SHARED u64 *barrier,
                   u32 mine) {
  if (!mine)
    return;
  for (u32 at = 0; at < size / 16; ++at)
    to[at] = from[at];
  nv_arrive_counted(barrier, 0, -size, 0);
}
// The same into the shared memory of any block of the cluster, by generic addresses.
NV void nv_bulk_in_far(Quad *to, GLOBAL const Quad *from, u32 size, u64 *barrier, u32 mine) {
  if (!mine)
    return;
  for (u32 at = 0; at < size / 16; ++at)
    to[at] = from[at];
  nv_arrive_far(barrier, 0, -size);
}
NV void nv_bulk_out(GLOBAL Quad *to, SHARED const Quad *from, u32 size, u32 mine) {
  for (u32 at = 0; at < (mine ? size / 16 : 0); ++at)
    to[at] = from[at];
}
