#include "sampling.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace cass {

namespace {

constexpr int kFraction = 8; // bits behind the point of a position between elements
constexpr double kFarthest = 1 << 28;

// An element of one dimension, or -1 for the border.
int64_t wrapped(int64_t i, int64_t n, Wrap how) {
  switch (how) {
  case Wrap::Repeat:
    return (i % n + n) % n;
  case Wrap::Mirror: {
    int64_t at = (i % (2 * n) + 2 * n) % (2 * n);
    return at < n ? at : 2 * n - 1 - at;
  }
  case Wrap::MirrorOnce:
    return std::min(i < 0 ? -1 - i : i, n - 1);
  case Wrap::Clamp:
    return std::clamp<int64_t>(i, 0, n - 1);
  default:
    return i < 0 || i >= n ? -1 : i;
  }
}

Components border(const Image &image, const Sampler &sampler) {
  uint32_t one = 1;
  float one_float = 1;
  if (!is_integer(image.format))
    std::memcpy(&one, &one_float, sizeof one);
  uint32_t color = sampler.border == 2 ? one : 0;
  return {color, color, color, sampler.border ? one : 0};
}

// Where a coordinate lies in one dimension: the lower element, and how far towards the next.
struct Position {
  int64_t low;
  uint32_t fraction; // of 1 << kFraction
};

// The place of a sample in an image: positions in each dimension and the layer.
class Place {
public:
  Place(const Image &image, ImageShape shape, const Sampler &sampler, const Coordinates &c,
        bool between)
      : image_(image), sampler_(sampler), count_(dimensions(shape)) {
    const uint32_t sizes[] = {image.width, image.height, image.depth};
    for (int i = 0; i < count_; ++i) {
      float at = shape == ImageShape::Cube ? c.at[i] - 1 : c.at[i]; // of a cube from 1 to 2
      positions_[i] = position(c.normalized ? double{at} * sizes[i] : at, between);
    }
    if (shape == ImageShape::Lines || shape == ImageShape::Planes || shape == ImageShape::Cube) {
      double layer = std::nearbyint(double{c.at[count_]});
      layer_ = static_cast<int64_t>(std::clamp(layer, 0.0, image.depth - 1.0));
    }
  }

  int count() const { return count_; }
  const Position &operator[](int i) const { return positions_[i]; }

  // The element that is `corner` bits further in each dimension.
  Components fetch(uint32_t corner) const {
    const int64_t sizes[] = {image_.width, image_.height, image_.depth};
    int64_t at[3] = {0, 0, layer_};
    for (int i = 0; i < count_; ++i) {
      at[i] = wrapped(positions_[i].low + (corner >> i & 1), sizes[i], sampler_.wrap[i]);
      if (at[i] < 0)
        return border(image_, sampler_);
    }
    const void *found = element(image_, at[0], at[1], at[2]);
    return found ? load_element(found, image_.format, image_.select) : border(image_, sampler_);
  }

private:
  static Position position(double at, bool between) {
    if (std::isnan(at))
      at = 0;
    at = std::clamp(at, -kFarthest, kFarthest);
    if (!between)
      return {static_cast<int64_t>(std::floor(at)), 0};
    auto fixed = static_cast<int64_t>(std::nearbyint(std::ldexp(at - 0.5, kFraction)));
    return {fixed >> kFraction, static_cast<uint32_t>(fixed & ((1 << kFraction) - 1))};
  }

  const Image &image_;
  const Sampler &sampler_;
  int count_;
  Position positions_[3] = {};
  int64_t layer_ = 0;
};

} // namespace

int dimensions(ImageShape shape) {
  switch (shape) {
  case ImageShape::Line:
  case ImageShape::Lines:
    return 1;
  case ImageShape::Volume:
    return 3;
  default:
    return 2;
  }
}

void *element(const Image &image, int64_t x, int64_t y, int64_t z) {
  if (x < 0 || y < 0 || z < 0 || x >= image.width || y >= image.height || z >= image.depth)
    return nullptr;
  uint64_t at = static_cast<uint64_t>(x) * image.format.size() +
                static_cast<uint64_t>(y) * image.pitch + static_cast<uint64_t>(z) * image.slice;
  return reinterpret_cast<void *>(image.base + at);
}

Components sample(const Image &image, ImageShape shape, const Sampler &sampler,
                  const Coordinates &c) {
  bool linear = sampler.linear && !is_integer(image.format);
  Place place(image, shape, sampler, c, linear);
  if (!linear)
    return place.fetch(0);
  double sums[4] = {};
  for (uint32_t corner = 0; corner < 1u << place.count(); ++corner) {
    double weight = 1;
    for (int i = 0; i < place.count(); ++i) {
      double far = std::ldexp(double{1} * place[i].fraction, -kFraction);
      weight *= corner >> i & 1 ? far : 1 - far;
    }
    if (weight == 0)
      continue;
    Components found = place.fetch(corner);
    for (size_t i = 0; i < 4; ++i)
      sums[i] += weight * double{float_of(found[i])};
  }
  Components result;
  for (size_t i = 0; i < 4; ++i) {
    auto number = static_cast<float>(sums[i]);
    std::memcpy(&result[i], &number, sizeof number);
  }
  return result;
}

Components gather(const Image &image, ImageShape shape, const Sampler &sampler,
                  const Coordinates &c, int component) {
  Place place(image, shape, sampler, c, true);
  constexpr uint32_t kCorners[] = {2, 3, 1, 0};
  Components result;
  for (size_t i = 0; i < 4; ++i)
    result[i] = place.fetch(kCorners[i])[static_cast<size_t>(component)];
  return result;
}

} // namespace cass
