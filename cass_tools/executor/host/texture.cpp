#include "texture.hpp"

#include "arrays.hpp"
#include "device.hpp"

#include <algorithm>

namespace cass {

namespace {

constexpr uint64_t kAlignment = 256;
constexpr unsigned kLayered = 1, kCubemap = 4;                  // flags of arrays
constexpr int kWrap = 0, kMirror = 2, kBorder = 3, kLinear = 1; // of texture descriptions
constexpr uint32_t kGreatest = 1 << 14, kGreatestDepth = 1 << 13;

// HSA's numbers of types and orders of channels.
constexpr uint32_t kSnorm = 0, kUnorm = 2, kSigned = 8, kUnsigned = 11, kHalf = 14, kFloat = 15;
constexpr uint32_t kOrders[] = {0, 1, 3, 6, 8};

bool pixel_format(const hipChannelFormatDesc &d, bool normalized, PixelFormat &format) {
  format.bits = d.x;
  format.channels = (d.x != 0) + (d.y != 0) + (d.z != 0) + (d.w != 0);
  for (int other : {d.y, d.z, d.w})
    if (other && other != d.x)
      return false;
  if (format.channels == 0 || format.channels == 3 || (d.x != 8 && d.x != 16 && d.x != 32))
    return false;
  if (normalized && d.f != Float) {
    format.numbers = d.f == Signed ? Numbers::Snorm : Numbers::Unorm;
    return d.x < 32;
  }
  format.numbers = d.f == Signed ? Numbers::Sint : d.f == Unsigned ? Numbers::Uint : Numbers::Float;
  return d.f != None && (d.f != Float || d.x > 8);
}

uint32_t log2_of_bytes(int bits) { return bits == 8 ? 0 : bits == 16 ? 1 : 2; }

uint32_t channel_type(const PixelFormat &f) {
  switch (f.numbers) {
  case Numbers::Snorm:
    return kSnorm + log2_of_bytes(f.bits);
  case Numbers::Unorm:
    return kUnorm + log2_of_bytes(f.bits);
  case Numbers::Sint:
    return kSigned + log2_of_bytes(f.bits);
  case Numbers::Uint:
    return kUnsigned + log2_of_bytes(f.bits);
  default:
    return f.bits == 16 ? kHalf : kFloat;
  }
}

Family family() { return static_cast<Family>(device().major); }

void put_image(TextureObject &object, Image &image) {
  image.select = usual_selection(image.format.channels);
  encode(image, family(), object.image);
  object.about[0] = channel_type(image.format);
  object.about[1] = kOrders[image.format.channels];
  object.about[2] = image.width;
}

ImageShape shape_of(const hipArray &array) {
  if (array.type & kCubemap)
    return ImageShape::Cube;
  if (array.type & kLayered)
    return array.height ? ImageShape::Planes : ImageShape::Lines;
  return array.depth ? ImageShape::Volume : array.height ? ImageShape::Plane : ImageShape::Line;
}

hipError_t put_array(TextureObject &object, const hipArray *array, bool normalized) {
  Image image;
  if (!known(array))
    return hipErrorInvalidValue;
  if (!pixel_format(array->desc, normalized, image.format))
    return hipErrorInvalidChannelDescriptor;
  image.base = reinterpret_cast<uint64_t>(array->data);
  image.shape = shape_of(*array);
  image.width = array->width;
  image.height = std::max(array->height, 1u);
  image.depth = std::max(array->depth, 1u);
  if (std::max(image.width, image.height) > kGreatest || image.depth > kGreatestDepth)
    return hipErrorInvalidValue;
  Place place = array_place(*array, 0, 0, 0);
  image.pitch = place.pitch;
  image.slice = place.slice;
  put_image(object, image);
  return hipSuccess;
}

hipError_t put_plane(TextureObject &object, const hipResourceDesc &r, bool normalized) {
  Image image;
  if (!pixel_format(r.pitch2D.desc, normalized, image.format))
    return hipErrorInvalidChannelDescriptor;
  image.base = reinterpret_cast<uint64_t>(r.pitch2D.data);
  image.pitch = r.pitch2D.pitch;
  bool fits = r.pitch2D.width && r.pitch2D.width <= kGreatest && r.pitch2D.height &&
              r.pitch2D.height <= kGreatest;
  if (!image.base || image.base % kAlignment || image.pitch % kAlignment || !fits ||
      image.pitch < r.pitch2D.width * image.format.size())
    return hipErrorInvalidValue;
  image.width = static_cast<uint32_t>(r.pitch2D.width);
  image.height = static_cast<uint32_t>(r.pitch2D.height);
  put_image(object, image);
  return hipSuccess;
}

hipError_t put_buffer(TextureObject &object, const hipResourceDesc &r, bool normalized) {
  Buffer buffer;
  if (!pixel_format(r.linear.desc, normalized, buffer.format))
    return hipErrorInvalidChannelDescriptor;
  if (!r.linear.data)
    return hipErrorInvalidValue;
  buffer.base = reinterpret_cast<uint64_t>(r.linear.data);
  buffer.stride = static_cast<uint32_t>(buffer.format.size());
  buffer.records = static_cast<uint32_t>(r.linear.size / buffer.stride);
  buffer.select = usual_selection(buffer.format.channels);
  encode(buffer, family(), object.image);
  object.about[0] = channel_type(buffer.format);
  object.about[1] = kOrders[buffer.format.channels];
  object.about[2] = buffer.records;
  return hipSuccess;
}

hipError_t put_sampler(TextureObject &object, const hipTextureDesc &t) {
  constexpr Wrap kWraps[] = {Wrap::Repeat, Wrap::Clamp, Wrap::Mirror, Wrap::Border};
  Sampler s;
  for (int i = 0; i < 3; ++i) {
    int mode = t.addressMode[i];
    if (mode < kWrap || mode > kBorder)
      return hipErrorInvalidValue;
    // coordinates in elements do not repeat
    bool repeats = mode == kWrap || mode == kMirror;
    s.wrap[i] = repeats && !t.normalizedCoords ? Wrap::Clamp : kWraps[mode];
  }
  s.normalized = t.normalizedCoords != 0;
  s.linear = t.filterMode == kLinear;
  const float *color = t.borderColor;
  bool black = color[0] == 0 && color[1] == 0 && color[2] == 0;
  bool white = color[0] == 1 && color[1] == 1 && color[2] == 1 && color[3] == 1;
  if (!white && !(black && (color[3] == 0 || color[3] == 1)))
    return hipErrorNotSupported;
  s.border = white ? 2 : color[3] == 1;
  encode(s, object.sampler);
  return hipSuccess;
}

bool is_float(const TextureObject &object) {
  uint32_t type = object.about[0];
  return type < kSigned || type >= kHalf;
}

} // namespace

hipError_t describe(TextureObject &object, const hipResourceDesc &resource,
                    const hipTextureDesc *texture) {
  const Device &d = device();
  bool has_images = d.major < 12 && !(d.major == 9 && d.minor >= 4);
  if (!has_images || (texture && texture->sRGB))
    return hipErrorNotSupported;
  object = {};
  object.resource = resource;
  bool normalized = texture && texture->readMode == 1;
  hipError_t error = hipErrorInvalidValue;
  switch (resource.type) {
  case hipResourceTypeArray:
    error = put_array(object, resource.array, normalized);
    break;
  case hipResourceTypeLinear:
    error = texture ? put_buffer(object, resource, normalized) : hipErrorInvalidValue;
    break;
  case hipResourceTypePitch2D:
    error = texture ? put_plane(object, resource, normalized) : hipErrorInvalidValue;
    break;
  case hipResourceTypeMipmappedArray:
    error = hipErrorNotSupported;
    break;
  }
  if (error || !texture)
    return error;
  object.texture = *texture;
  if (texture->filterMode == kLinear && !is_float(object))
    return hipErrorInvalidValue;
  return put_sampler(object, *texture);
}

} // namespace cass
