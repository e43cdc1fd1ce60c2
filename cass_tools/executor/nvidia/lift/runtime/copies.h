// Copies of less than their size.
#pragma once

#include "common.h"

typedef SHARED unsigned char *SharedBytes;
typedef GLOBAL const unsigned char *GlobalBytes;

// `size` bytes, of which the first `wanted` are from memory and the others zeros.
NV void nv_copy_part(SharedBytes to, GlobalBytes from, u32 size, u32 wanted) {
  for (u32 at = 0; at < size; ++at)
    to[at] = at < wanted ? from[at] : 0;
}
