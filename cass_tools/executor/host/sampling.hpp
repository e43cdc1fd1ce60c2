// Reads of images at coordinates of floats.
#pragma once

#include "texel.hpp"

namespace cass {

// Coordinates of one lane: positions, and for arrays the layer behind them.
struct Coordinates {
  float at[3];
  bool normalized;
};

// Number of coordinates that name a position: 1, 2 or 3 (of a cube 2, before the face).
int dimensions(ImageShape shape);

// The address of an element, or null where it is outside.
void *element(const Image &image, int64_t x, int64_t y, int64_t z);

Components sample(const Image &image, ImageShape shape, const Sampler &sampler,
                  const Coordinates &c);

// One component of the four elements that a linear filter would weigh: (0, 1), (1, 1), (1, 0), (0,
// 0).
Components gather(const Image &image, ImageShape shape, const Sampler &sampler,
                  const Coordinates &c, int component);

} // namespace cass
