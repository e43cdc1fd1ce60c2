// Floats of 8 bits, E4M3 or E5M2, as halves, which have them all.
#pragma once

#include "common.h"

static inline u32 half_of_eight(u32 byte, u32 is_large) {
  u32 size = byte & 0x7f, sign = (byte & 0x80) << 8;
  if (is_large)
    return size > 0x7c ? 0x7fff : byte << 8;
  if (size == 0x7f)
    return 0x7fff;
  float value = size < 8 ? (float)size * 0x1p-9f
                         : __builtin_bit_cast(float, (size << 20) + ((127 - 7) << 23));
  return sign | __builtin_bit_cast(unsigned short, (_Float16)value);
}
