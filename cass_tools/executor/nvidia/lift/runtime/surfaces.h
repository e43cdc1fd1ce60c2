// Accesses of surfaces: at bytes as they are, or at elements, which are converted.
#pragma once

#include "images.h"

// What becomes of an access outside: the program ends, the place nearest to it, nothing.
enum SurfaceOutside : u32 { kSurfaceTrap, kSurfaceNearest, kSurfaceNothing };
// How an instruction names a place; its number of coordinates is in the lower bits as for textures.
enum SurfaceShape : u32 { kSurfaceBytes = 16 };

// The address of `size` bytes, or 0. The first coordinate is in units of `unit` bytes.
static u64 surface_place(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 size, u32 outside) {
  Described d = described(handle);
  Levelled l = &d->level[0];
  u32 count = shape & kImageDimensions, element = d->bits / 8 * d->channels;
  bool in_bytes = shape & kSurfaceBytes, layers = shape & kImageLayers;
  u32 third = layers ? (count == 1 ? y : z) : count == 3 ? z : 0, second = count == 1 ? 0 : y;
  i32 at[] = {(i32)x, (i32)second, (i32)third};
  const i32 last[] = {(i32)(in_bytes ? l->width * element - size : l->width - 1),
                      (i32)l->height - 1, (i32)l->depth - 1};
  for (u32 axis = 0; axis < 3; ++axis) {
    if ((u32)at[axis] <= (u32)last[axis])
      continue;
    if (outside == kSurfaceTrap)
      __builtin_trap();
    if (outside == kSurfaceNothing)
      return 0;
    bool before = at[axis] < 0 && !(layers && axis == 2); // layers are counted without a sign
    at[axis] = before ? 0 : last[axis];
  }
  u64 column = (u64)(u32)at[0] * (in_bytes ? 1 : element);
  return l->base + (u64)(u32)at[2] * l->slice + (u64)(u32)at[1] * l->pitch + column;
}

NVCALL Components nv_surface_load(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 size,
                                  u32 outside) {
  u64 at = surface_place(handle, shape, x, y, z, size, outside);
  Components found = {0, 0, 0, 0};
  if (!at)
    return found;
  if (size == 1)
    found[0] = *(GLOBAL const unsigned char *)at;
  else if (size == 2)
    found[0] = *(GLOBAL const unsigned short *)at;
  for (u32 word = 0; word < 4; ++word)
    if (word < size / 4)
      found[word] = ((GLOBAL const u32 *)at)[word];
  return found;
}

NVCALL void nv_surface_store(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 size, u32 outside,
                             Components what) {
  u64 at = surface_place(handle, shape, x, y, z, size, outside);
  if (!at)
    return;
  if (size == 1)
    *(GLOBAL unsigned char *)at = (unsigned char)what[0];
  else if (size == 2)
    *(GLOBAL unsigned short *)at = (unsigned short)what[0];
  for (u32 word = 0; word < 4; ++word)
    if (word < size / 4)
      ((GLOBAL u32 *)at)[word] = what[word];
}

// The number of a channel's width that is nearest to a word.
static u32 surface_narrowed(Described d, u32 word) {
  u32 bits = d->bits;
  if (bits == 32)
    return word;
  if (d->numbers == kPictureFloat) {
    float number = image_float(word), most = 65504;
    if (number != number) // its upper bits, not made quiet
      return (word >> 16 & 0x8000) | 0x7c00 | (word >> 13 & 0x3ff ? word >> 13 & 0x3ff : 0x200);
    bool finite = __builtin_fabsf(number) < __builtin_inff();
    if (finite) // what is too large becomes the largest half
      number = __builtin_fminf(__builtin_fmaxf(number, -most), most);
    return __builtin_bit_cast(unsigned short, (_Float16)number);
  }
  if (d->numbers == kPictureSigned) {
    i32 most = (1 << (bits - 1)) - 1;
    return (u32)image_most(-most - 1, image_least((i32)word, most));
  }
  u32 most = (1u << bits) - 1;
  return word < most ? word : most;
}

NVCALL void nv_surface_store_element(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 outside,
                                     Components what) {
  Described d = described(handle);
  u64 at = surface_place(handle, shape, x, y, z, 0, outside);
  if (!at)
    return;
  for (u32 channel = 0; channel < 4; ++channel) {
    if (channel >= d->channels)
      continue;
    u32 number = surface_narrowed(d, what[channel]);
    if (d->bits == 8)
      ((GLOBAL unsigned char *)at)[channel] = (unsigned char)number;
    else if (d->bits == 16)
      ((GLOBAL unsigned short *)at)[channel] = (unsigned short)number;
    else
      ((GLOBAL u32 *)at)[channel] = number;
  }
}

enum SurfaceOperation : u32 { kSurfaceAdd, kSurfaceMin, kSurfaceMax, kSurfaceAnd, kSurfaceOr };

template <typename T> static T surface_combined(u32 operation, T old, T value) {
  switch (operation) {
  case kSurfaceAdd:
    return old + value;
  case kSurfaceMin:
    return old < value ? old : value;
  case kSurfaceMax:
    return old > value ? old : value;
  case kSurfaceAnd:
    return old & value;
  default:
    return old | value;
  }
}

template <typename T, typename Signed>
static void surface_reduce(u64 at, u32 operation, bool with_sign, T value) {
  GLOBAL T *place = (GLOBAL T *)at;
  T old = __atomic_load_n(place, __ATOMIC_RELAXED), wanted;
  do {
    wanted = with_sign ? (T)surface_combined<Signed>(operation, (Signed)old, (Signed)value)
                       : surface_combined<T>(operation, old, value);
  } while (
      !__atomic_compare_exchange_n(place, &old, wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
}

// `kind`: 0 unsigned, 1 with a sign, 2 as the surface's format says.
NVCALL void nv_surface_reduce(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 outside, u32 size,
                              u32 operation, u32 kind, u32 low, u32 high) {
  u64 at = surface_place(handle, shape, x, y, z, size, outside);
  if (!at)
    return;
  bool with_sign = kind == 2 ? described(handle)->numbers == kPictureSigned : kind == 1;
  if (size == 8)
    surface_reduce<u64, i64>(at, operation, with_sign, low | (u64)high << 32);
  else
    surface_reduce<u32, i32>(at, operation, with_sign, low);
}
