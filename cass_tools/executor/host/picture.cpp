#include "picture.hpp"

#include "arrays.hpp"

#include <algorithm>

namespace cass {

namespace {

constexpr uint64_t kAlignment = 512, kPitchAlignment = 32; // as the device's properties say
constexpr size_t kGreatestLine = 1 << 28;                  // elements of linear memory
constexpr unsigned kLayered = 1, kSurface = 2, kCubemap = 4;
constexpr auto kInvalidChannels = static_cast<hipError_t>(20);
constexpr auto kInvalidFilter = static_cast<hipError_t>(26);
constexpr auto kInvalidNorm = static_cast<hipError_t>(27);
constexpr int kWrap = 0, kClamp = 1, kMirror = 2, kBorder = 3, kLinear = 1, kFractions = 1;

// A view's formats from 1 on: of each of these kinds with 1, 2 and 4 channels.
constexpr hipChannelFormatDesc kViews[] = {
    {8, 0, 0, 0, Unsigned},  {8, 0, 0, 0, Signed},  {16, 0, 0, 0, Unsigned}, {16, 0, 0, 0, Signed},
    {32, 0, 0, 0, Unsigned}, {32, 0, 0, 0, Signed}, {16, 0, 0, 0, Float},    {32, 0, 0, 0, Float}};

bool put_format(Picture &p, const hipChannelFormatDesc &d) {
  p.bits = static_cast<unsigned>(d.x);
  p.channels = static_cast<unsigned>((d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0));
  for (int other : {d.y, d.z, d.w})
    if (other && other != d.x)
      return false;
  if (d.f != Signed && d.f != Unsigned && d.f != Float)
    return false;
  p.numbers = d.f == Signed ? kPictureSigned : d.f == Float ? kPictureFloat : kPictureUnsigned;
  bool known = d.x == 8 || d.x == 16 || d.x == 32;
  return known && (d.f != Float || d.x > 8) &&
         (p.channels == 1 || p.channels == 2 || p.channels == 4);
}

unsigned element_size(const Picture &p) { return p.bits / 8 * p.channels; }

void add_level(Picture &p, const hipArray &array) {
  Place place = array_place(array, 0, 0, 0);
  p.level[p.levels++] = {reinterpret_cast<uint64_t>(array.data),
                         place.slice,
                         static_cast<unsigned>(place.pitch),
                         array.width,
                         std::max(array.height, 1u),
                         std::max(array.depth, 1u)};
}

hipError_t put_arrays(Picture &p, const std::vector<hipArray_t> &arrays) {
  const hipArray &first = *arrays.front();
  if (!put_format(p, first.desc))
    return kInvalidChannels;
  for (hipArray_t array : arrays)
    add_level(p, *array);
  return hipSuccess;
}

hipError_t put_line(Picture &p, const hipResourceDesc &r) {
  if (!put_format(p, r.linear.desc))
    return kInvalidChannels;
  auto base = reinterpret_cast<uint64_t>(r.linear.data);
  size_t elements = r.linear.size / element_size(p);
  if (!base || base % kAlignment || elements > kGreatestLine)
    return hipErrorInvalidValue;
  p.level[p.levels++] = {base, 0, 0, static_cast<unsigned>(elements), 1, 1};
  return hipSuccess;
}

hipError_t put_plane(Picture &p, const hipResourceDesc &r) {
  if (!put_format(p, r.pitch2D.desc))
    return kInvalidChannels;
  auto base = reinterpret_cast<uint64_t>(r.pitch2D.data);
  if (!base || base % kAlignment || r.pitch2D.pitch % kPitchAlignment || !r.pitch2D.width ||
      !r.pitch2D.height || r.pitch2D.pitch < r.pitch2D.width * element_size(p))
    return hipErrorInvalidValue;
  p.level[p.levels++] = {base,
                         0,
                         static_cast<unsigned>(r.pitch2D.pitch),
                         static_cast<unsigned>(r.pitch2D.width),
                         static_cast<unsigned>(r.pitch2D.height),
                         1};
  return hipSuccess;
}

hipError_t put_resource(Picture &p, const hipResourceDesc &r, bool is_surface) {
  switch (r.type) {
  case hipResourceTypeArray:
    if (!known(r.array) || (is_surface && !(r.array->type & kSurface)))
      return hipErrorInvalidValue;
    return put_arrays(p, {r.array});
  case hipResourceTypeMipmappedArray: {
    const Levels *levels = is_surface ? nullptr : levels_of(r.array);
    return levels ? put_arrays(p, levels->arrays) : hipErrorInvalidValue;
  }
  case hipResourceTypeLinear:
    return is_surface ? hipErrorInvalidValue : put_line(p, r);
  case hipResourceTypePitch2D:
    return is_surface ? hipErrorInvalidValue : put_plane(p, r);
  }
  return hipErrorInvalidValue;
}

hipError_t put_sampling(Picture &p, const hipTextureDesc &t) {
  bool integers = p.numbers != kPictureFloat;
  p.is_fraction = integers && t.readMode == kFractions;
  if (p.is_fraction && p.bits == 32)
    return kInvalidNorm;
  p.is_linear = t.filterMode == kLinear;
  if (p.is_linear && integers && !p.is_fraction)
    return kInvalidFilter;
  p.is_normalized = t.normalizedCoords != 0;
  constexpr unsigned kWraps[] = {kPictureRepeat, kPictureClamp, kPictureMirror, kPictureBorder};
  for (int axis = 0; axis < 3; ++axis) {
    int mode = t.addressMode[axis];
    if (mode < kWrap || mode > kBorder)
      return hipErrorInvalidValue;
    bool repeats = mode == kWrap || mode == kMirror; // not where coordinates are elements
    p.wrap[axis] = kWraps[repeats && !p.is_normalized ? kClamp : mode];
  }
  p.is_srgb = t.sRGB && p.is_fraction && p.bits == 8 && p.numbers == kPictureUnsigned;
  p.blends_levels = t.mipmapFilterMode == kLinear;
  std::copy_n(t.borderColor, 4, p.border);
  p.bias = t.mipmapLevelBias, p.least = t.minMipmapLevelClamp, p.most = t.maxMipmapLevelClamp;
  return hipSuccess;
}

hipError_t put_view(Picture &p, const hipResourceViewDesc &v, bool has_layers) {
  if (v.format) {
    auto number = static_cast<unsigned>(v.format) - 1;
    if (number >= 3 * std::size(kViews))
      return hipErrorNotSupported; // compressed
    hipChannelFormatDesc d = kViews[number / 3];
    d.y = number % 3 > 0 ? d.x : 0;
    d.z = d.w = number % 3 > 1 ? d.x : 0;
    unsigned size = element_size(p);
    if (!put_format(p, d) || element_size(p) != size)
      return hipErrorInvalidValue;
  }
  if (v.firstMipmapLevel > v.lastMipmapLevel || v.lastMipmapLevel >= p.levels)
    return hipErrorInvalidValue;
  p.levels = v.lastMipmapLevel - v.firstMipmapLevel + 1;
  std::copy_n(p.level + v.firstMipmapLevel, p.levels, p.level);
  if (!has_layers)
    return hipSuccess;
  if (v.firstLayer > v.lastLayer || v.lastLayer >= p.level[0].depth)
    return hipErrorInvalidValue;
  for (unsigned i = 0; i < p.levels; ++i) {
    p.level[i].base += v.firstLayer * p.level[i].slice;
    p.level[i].depth = v.lastLayer - v.firstLayer + 1;
  }
  return hipSuccess;
}

bool has_layers(const hipResourceDesc &r) {
  const Levels *levels = r.type == hipResourceTypeMipmappedArray ? levels_of(r.array) : nullptr;
  const hipArray *array = levels ? levels->arrays.front() : r.array;
  return r.type <= hipResourceTypeMipmappedArray && (array->type & (kLayered | kCubemap));
}

} // namespace

hipError_t describe(Picture &picture, const hipResourceDesc &resource,
                    const hipTextureDesc *texture, const hipResourceViewDesc *view) {
  picture = {};
  if (hipError_t error = put_resource(picture, resource, !texture))
    return error;
  bool of_arrays = resource.type <= hipResourceTypeMipmappedArray;
  if (view && !of_arrays)
    return hipErrorInvalidValue;
  if (view)
    if (hipError_t error = put_view(picture, *view, has_layers(resource)))
      return error;
  return texture ? put_sampling(picture, *texture) : hipSuccess;
}

} // namespace cass
