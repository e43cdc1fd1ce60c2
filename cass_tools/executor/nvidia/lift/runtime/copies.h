// Copies of less than their size.
#pragma once

#include "common.h"

#ifdef __AMDGCN__
typedef __attribute__((address_space(3))) unsigned char *SharedBytes;
typedef __attribute__((address_space(1))) const unsigned char *GlobalBytes;
#else
typedef unsigned char *SharedBytes;
typedef const unsigned char *GlobalBytes;
#endif

// `size` bytes, of which the first `wanted` are from memory and the others zeros.
NV void nv_copy_part(SharedBytes to, GlobalBytes from, u32 size, u32 wanted) {
  for (u32 at = 0; at < size; ++at)
    to[at] = at < wanted ? from[at] : 0;
}
