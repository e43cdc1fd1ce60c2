// What lifted code finds behind the handle of a texture or surface: the host makes it. The handle
// is its address, which is below 2^32 since instructions name textures by 32 bits.
#pragma once

enum PictureNumbers : unsigned { kPictureUnsigned, kPictureSigned, kPictureFloat };
enum PictureWrap : unsigned { kPictureRepeat, kPictureClamp, kPictureMirror, kPictureBorder };

// A level of detail. Elements lie in rows, rows in slices; the depth counts layers or faces too.
struct PictureLevel {
  unsigned long long base, slice; // slice and pitch in bytes
  unsigned pitch, width, height, depth;
};

struct Picture {
  unsigned bits, channels, numbers;
  unsigned is_fraction;   // integers are read as numbers from 0, or -1, to 1
  unsigned is_linear;     // elements are blended
  unsigned is_normalized; // coordinates are from 0 to 1
  unsigned is_srgb;
  unsigned wrap[3];
  unsigned blends_levels;
  float border[4];
  float bias, least, most; // of the level of detail
  unsigned levels;
  PictureLevel level[16];
};
