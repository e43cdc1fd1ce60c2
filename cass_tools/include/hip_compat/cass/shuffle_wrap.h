// `__shfl` as later ROCm releases have it: a source lane beyond the width wraps around in its group.
#pragma once

#include "lanes.h"

#define CASS_SHUFFLE(type)                                                                         \
  CASS_DEVICE type __shfl(type value, int source, int width = warpSize) {                          \
    return cass_old_shfl(value, source & (width - 1), width);                                      \
  }
CASS_SHUFFLE(int)
CASS_SHUFFLE(unsigned)
CASS_SHUFFLE(long)
CASS_SHUFFLE(unsigned long)
CASS_SHUFFLE(long long)
CASS_SHUFFLE(unsigned long long)
CASS_SHUFFLE(float)
CASS_SHUFFLE(double)
#undef CASS_SHUFFLE
