// Reads of textures: addressing, conversion and filtering as NVIDIA documents them (CUDA's
// programming guide, texture fetching). Between two elements there are 256 places.
#pragma once

#include "common.h"
#include "picture.h"

typedef u32 Components __attribute__((ext_vector_type(4)));
typedef GLOBAL const Picture *Described;
typedef GLOBAL const PictureLevel *Levelled;

// How an instruction sees a texture: the number of coordinates that are no layer, and these.
enum ImageShape : u32 { kImageDimensions = 3, kImageLayers = 4, kImageCube = 8 };

constexpr i32 kImageSteps = 256;
constexpr double kImageFarthest = 1 << 22, kImageFraction = 1 << 22;

static float image_float(u32 bits) { return __builtin_bit_cast(float, bits); }
static u32 image_bits(float number) { return __builtin_bit_cast(u32, number); }
static i32 image_least(i32 a, i32 b) { return a < b ? a : b; }
static i32 image_most(i32 a, i32 b) { return a > b ? a : b; }

static Described described(u32 handle) { return (Described)(u64)handle; }

// An element of one dimension, or -1 for the border.
static i32 image_wrapped(i32 at, i32 size, u32 how) {
  if (how == kPictureBorder)
    return at < 0 || at >= size ? -1 : at;
  if (how == kPictureRepeat || how == kPictureMirror) {
    i32 rounds = at / size - (at % size < 0), rest = at - rounds * size;
    return how == kPictureMirror && rounds & 1 ? size - 1 - rest : rest;
  }
  return image_most(0, image_least(at, size - 1));
}

static i32 image_greatest(Described d) {
  return (1 << (d->numbers == kPictureSigned ? d->bits - 1 : d->bits)) - 1;
}

// A channel as it is stored: an integer, or the bits of a float.
static u32 image_channel(Described d, u64 at, u32 channel) {
  u32 bits = d->bits;
  if (bits == 32)
    return ((GLOBAL const u32 *)at)[channel];
  u32 raw = bits == 8 ? ((GLOBAL const unsigned char *)at)[channel]
                      : ((GLOBAL const unsigned short *)at)[channel];
  if (d->numbers == kPictureFloat)
    return image_bits((float)__builtin_bit_cast(_Float16, (unsigned short)raw));
  return d->numbers == kPictureSigned ? (u32)((i32)(raw << (32 - bits)) >> (32 - bits)) : raw;
}

// Absent channels are 0, the fourth one too.
static Components image_element(Described d, u64 at) {
  Components found = {0, 0, 0, 0};
#pragma nounroll
  for (u32 channel = 0; channel < d->channels; ++channel)
    found[channel] = image_channel(d, at, channel);
  return found;
}

// As an element would be stored; of integers the words of the color are the numbers.
static Components image_border(Described d) {
  Components found = {0, 0, 0, 0};
#pragma nounroll
  for (u32 channel = 0; channel < d->channels; ++channel) {
    float color = d->border[channel];
    u32 bits = image_bits(color);
    if (d->is_fraction) {
      float lowest = d->numbers == kPictureSigned ? -1 : 0;
      color = __builtin_fminf(__builtin_fmaxf(color, lowest), 1);
      bits = (u32)(i32)__builtin_elementwise_rint(color * (float)image_greatest(d));
    } else if (d->bits < 32 && d->numbers != kPictureFloat) {
      bits &= (1u << d->bits) - 1;
    }
    found[channel] = bits;
  }
  return found;
}

static float image_linear_of_srgb(float x) {
  return x <= 0.04045f
             ? x / 12.92f
             : __builtin_elementwise_exp2(2.4f * __builtin_elementwise_log2((x + 0.055f) / 1.055f));
}

// What a stored channel is to the program.
static u32 image_shown(Described d, u32 word, u32 channel) {
  if (!d->is_fraction)
    return word;
  i32 greatest = image_greatest(d);
  float fraction = (float)image_most((i32)word, -greatest) / (float)greatest;
  return image_bits(d->is_srgb && channel < 3 ? image_linear_of_srgb(fraction) : fraction);
}

static Components image_all_shown(Described d, Components words) {
  Components found = {0, 0, 0, 0};
#pragma nounroll
  for (u32 channel = 0; channel < d->channels; ++channel)
    found[channel] = image_shown(d, words[channel], channel);
  return found;
}

// What is summed up in filters: floats, or integers where these are fractions.
static double image_term(Described d, u32 word, u32 channel) {
  if (!d->is_fraction || d->is_srgb)
    return (double)image_float(image_shown(d, word, channel));
  return (double)image_most((i32)word, -image_greatest(d));
}

// The nearest half, of two as near the one farther from 0.
static double image_half(double x) {
  double size = __builtin_fabs(x);
  if (size < 0x1p-14)
    size = __builtin_elementwise_floor(size * 0x1p24 + 0.5) * 0x1p-24;
  else
    size =
        __builtin_bit_cast(double, (__builtin_bit_cast(u64, size) + (1ull << 41)) & -(1ull << 42));
  return __builtin_copysign(size, x);
}

// A filtered channel, from 256 times its sum: halves and fractions have 16 bits.
static float image_total(Described d, double sum) {
  if (d->is_srgb || (d->numbers == kPictureFloat && d->bits == 32))
    return (float)(sum / kImageSteps);
  if (d->numbers == kPictureFloat)
    return (float)image_half(sum / kImageSteps);
  double most = d->numbers == kPictureSigned ? 32767 : 65535;
  double steps = sum * most / (image_greatest(d) * (double)kImageSteps);
  return (float)(__builtin_elementwise_floor(steps + 0.5) / most);
}

// The stored element at a place, each coordinate of which may be anywhere.
static Components image_at(Described d, Levelled l, u32 count, const i32 *at, i32 layer) {
  const i32 sizes[] = {(i32)l->width, (i32)l->height, (i32)l->depth};
  i32 place[3] = {0, 0, layer};
  for (u32 axis = 0; axis < 3; ++axis)
    if (axis < count)
      place[axis] = image_wrapped(at[axis], sizes[axis], d->wrap[axis]);
  if (place[0] < 0 || place[1] < 0 || place[2] < 0)
    return image_border(d);
  u64 element = l->base + (u64)place[2] * l->slice + (u64)place[1] * l->pitch +
                (u64)place[0] * (d->bits / 8 * d->channels);
  return image_element(d, element);
}

// Where a coordinate lies: in steps of 1/256 element where elements are blended, else in elements.
// From 0 to 1, it is cut off behind kImageFraction bits first, as an H200 does.
static i32 image_position(float at, u32 size, Described d, u32 axis, bool between) {
  double place = at;
  if (d->is_normalized) {
    place = __builtin_elementwise_floor(place * kImageFraction) / kImageFraction;
    if (d->wrap[axis] == kPictureRepeat)
      place -= __builtin_elementwise_floor(place);
    if (d->wrap[axis] == kPictureMirror)
      place -= 2 * __builtin_elementwise_floor(place / 2);
    place *= size;
  }
  place =
      place != place ? 0 : __builtin_fmin(__builtin_fmax(place, -kImageFarthest), kImageFarthest);
  if (!between)
    return (i32)__builtin_elementwise_floor(place);
  return (i32)__builtin_elementwise_floor((place - 0.5) * kImageSteps + 0.5);
}

// One of six faces from a direction: its number, and the coordinates on it in `at`.
static i32 image_face(float *at) {
  float x = at[0], y = at[1], z = at[2];
  float size[] = {__builtin_fabsf(x), __builtin_fabsf(y), __builtin_fabsf(z)};
  u32 axis = size[2] >= size[0] && size[2] >= size[1] ? 2 : size[1] >= size[0] ? 1 : 0;
  bool behind = at[axis] < 0;
  float s = axis == 0 ? (behind ? z : -z) : axis == 1 ? x : behind ? -x : x;
  float t = axis == 1 ? (behind ? -z : z) : -y;
  at[0] = (s / size[axis] + 1) / 2;
  at[1] = (t / size[axis] + 1) / 2;
  return (i32)(axis * 2 + behind);
}

// What an instruction gives: coordinates, where they are, and offsets of -8 to 7 elements.
struct ImageWhere {
  float at[3];
  i32 layer;
  u32 count, moved;
};

static i32 image_offset(const ImageWhere &w, u32 axis) {
  return (i32)(w.moved << (28 - 4 * axis)) >> 28;
}

// Gathers have a byte for each axis, of which 6 bits count.
static i32 image_gather_offset(const ImageWhere &w, u32 axis) {
  return (i32)(w.moved << (26 - 8 * axis)) >> 26;
}

static ImageWhere image_where(Described d, u32 shape, u32 x, u32 y, u32 z, u32 layer, u32 moved) {
  ImageWhere w = {{image_float(x), image_float(y), image_float(z)}, 0, 0, moved};
  u32 count = shape & kImageDimensions;
  i32 layers = (i32)d->level[0].depth;
  if (shape & kImageCube) {
    i32 face = image_face(w.at);
    i32 cubes = layers / 6;
    w.layer = image_least(shape & kImageLayers ? (i32)layer : 0, cubes - 1) * 6 + face;
    count = 2;
  } else if (shape & kImageLayers) {
    w.layer = image_least((i32)layer, layers - 1);
  }
  w.count = count; // tex1D is compiled as an access of a plane, at 0
  return w;
}

static i32 image_product(i32 a, i32 b) { return (a * b + kImageSteps / 2) >> 8; }

// Of each corner, 256 times its weight, from those of the farther neighbours: products have 8 bits,
// and what lacks to the sums goes to the nearer ones. (So does an H200; of volumes, some differ.)
static void image_weights(const i32 *part, i32 *weights) {
  i32 a = part[0], b = part[1], c = part[2];
  weights[0] = kImageSteps;
  weights[1] = a;
  weights[2] = b;
  weights[3] = image_product(a, b);
  weights[4] = c;
  weights[5] = image_product(a, c);
  weights[6] = image_product(b, c);
  weights[7] = image_product(weights[5], b);
  for (u32 axis = 0; axis < 3; ++axis)
    for (u32 corner = 0; corner < 8; ++corner)
      if (!(corner >> axis & 1))
        weights[corner] -= weights[corner | 1 << axis];
}

// Where the elements are that a place is between, and how far it is from the first, in 256ths.
static void image_corner(Described d, Levelled l, const ImageWhere &w, i32 *low, i32 *part) {
  const u32 sizes[] = {l->width, l->height, l->depth};
  bool linear = d->is_linear;
  for (u32 axis = 0; axis < 3; ++axis) {
    low[axis] = part[axis] = 0;
    if (axis >= w.count)
      continue;
    i32 position = image_position(w.at[axis], sizes[axis], d, axis, linear);
    low[axis] = (linear ? position >> 8 : position) + image_offset(w, axis);
    part[axis] = linear ? position & (kImageSteps - 1) : 0;
  }
}

// Adds what one level contributes, `share` 256ths of the whole. The share is as one more axis, but
// of volumes, which have no fourth.
static void image_filter(Described d, Levelled l, const ImageWhere &w, i32 share, double *sums) {
  i32 low[3], part[3], weights[8];
  image_corner(d, l, w, low, part);
  bool flat = w.count < 3;
  if (flat)
    part[2] = share;
  image_weights(part, weights);
  double scale = flat ? 1 : (double)share / kImageSteps;
#pragma nounroll
  for (u32 corner = 0; corner < 1u << w.count; ++corner) {
    i32 weight = weights[flat ? corner | 4 : corner];
    if (!weight)
      continue;
    i32 at[3];
    for (u32 axis = 0; axis < 3; ++axis)
      at[axis] = low[axis] + (i32)(axis < w.count ? corner >> axis & 1 : 0);
    Components found = image_at(d, l, w.count, at, w.layer);
    for (u32 channel = 0; channel < 4; ++channel)
      sums[channel] += weight * scale * image_term(d, found[channel], channel);
  }
}

// Of levels of detail, the two that are blended and how far towards the second, in 256ths.
NVCALL Components nv_image_sample(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 layer, u32 level,
                                  u32 moved) {
  Described d = described(handle);
  ImageWhere w = image_where(d, shape, x, y, z, layer, moved);
  float wanted = __builtin_fminf(__builtin_fmaxf(image_float(level) + d->bias, d->least), d->most);
  wanted = __builtin_fminf(__builtin_fmaxf(wanted, 0), (float)(d->levels - 1));
  i32 steps = (i32)__builtin_elementwise_rint(wanted * kImageSteps);
  if (!d->blends_levels)
    steps = (steps + kImageSteps / 2) & -kImageSteps;
  i32 first = image_least(steps >> 8, (i32)d->levels - 1), part = steps & (kImageSteps - 1);
  if (!d->is_linear && !part) {
    i32 low[3], none[3];
    image_corner(d, &d->level[first], w, low, none);
    return image_all_shown(d, image_at(d, &d->level[first], w.count, low, w.layer));
  }
  double sums[4] = {0, 0, 0, 0};
  image_filter(d, &d->level[first], w, kImageSteps - part, sums);
  if (part)
    image_filter(d, &d->level[first + 1], w, part, sums);
  Components result = {0, 0, 0, 0};
  for (u32 channel = 0; channel < 4; ++channel)
    if (channel < d->channels)
      result[channel] = image_bits(image_total(d, sums[channel]));
  return result;
}

// The level of detail for which elements are as large as the steps from one point to its
// neighbours: derivatives of each coordinate along the first direction, then along the second.
NVCALL u32 nv_image_level(u32 handle, u32 count, u32 x0, u32 y0, u32 x1, u32 y1) {
  Described d = described(handle);
  float width = d->is_normalized ? (float)d->level[0].width : 1;
  float height = d->is_normalized ? (float)d->level[0].height : 1;
  float a = image_float(x0) * width, b = image_float(x1) * width;
  float c = count > 1 ? image_float(y0) * height : 0, e = count > 1 ? image_float(y1) * height : 0;
  float first = a * a + c * c, second = b * b + e * e;
  return image_bits(__builtin_elementwise_log2(__builtin_fmaxf(first, second)) / 2);
}

// One component of the four elements that a linear filter would blend.
NVCALL Components nv_image_gather(u32 handle, u32 shape, u32 x, u32 y, u32 layer, u32 component,
                                  u32 moved) {
  Described d = described(handle);
  Levelled l = &d->level[0];
  ImageWhere w = image_where(d, shape, x, y, 0, layer, moved);
  i32 left = (image_position(w.at[0], l->width, d, 0, true) >> 8) + image_gather_offset(w, 0);
  i32 top = (image_position(w.at[1], l->height, d, 1, true) >> 8) + image_gather_offset(w, 1);
  Components result;
#pragma nounroll
  for (i32 corner = 0; corner < 4; ++corner) { // from (0, 1) on against the clock
    i32 at[] = {left + (corner == 1 || corner == 2), top + (corner < 2), 0};
    result[corner] = image_shown(d, image_at(d, l, 2, at, w.layer)[component], component);
  }
  return result;
}

// The element at integers; outside there are zeros. Of a texture with levels, the nearest element
// (an H200 does so), but of a level that it does not have, zeros.
NVCALL Components nv_image_fetch(u32 handle, u32 shape, u32 x, u32 y, u32 z, u32 layer, u32 level,
                                 u32 moved) {
  Described d = described(handle);
  ImageWhere w = {{0, 0, 0}, 0, 0, moved};
  u32 count = shape & kImageDimensions;
  if (d->levels > 1 && level >= d->levels)
    return Components{0, 0, 0, 0};
  Levelled l = &d->level[image_most(0, image_least((i32)level, (i32)d->levels - 1))];
  const u32 sizes[] = {l->width, l->height, l->depth}, given[] = {x, y, z};
  u64 strides[] = {d->bits / 8 * d->channels, l->pitch, l->slice};
  u64 element = l->base;
  for (u32 axis = 0; axis < 3; ++axis) {
    if (axis >= count)
      continue;
    u32 at = given[axis] + (u32)image_offset(w, axis);
    if (d->levels > 1 && d->wrap[axis] == kPictureClamp)
      at = (u32)image_wrapped((i32)at, (i32)sizes[axis], kPictureClamp);
    if (at >= sizes[axis])
      return Components{0, 0, 0, 0};
    element += at * strides[axis];
  }
  if (shape & kImageLayers)
    element += (u64)image_least((i32)layer, (i32)l->depth - 1) * l->slice;
  return image_all_shown(d, image_element(d, element));
}

// Width, height and depth of a level.
NVCALL Components nv_image_size(u32 handle, u32 level) {
  Described d = described(handle);
  Levelled l = &d->level[level < d->levels ? level : d->levels - 1];
  return Components{l->width, l->height, l->depth, d->levels};
}
