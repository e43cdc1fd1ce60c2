// Texture objects by the driver interface's descriptions.
#include "arrays.hpp"
#include "texture.hpp"

#include <algorithm>

using namespace cass;

HIP_API hipError_t hipCreateTextureObject(hipTextureObject_t *, const hipResourceDesc *,
                                          const hipTextureDesc *, const hipResourceViewDesc *);
HIP_API hipError_t hipDestroyTextureObject(hipTextureObject_t);
HIP_API hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc *, hipTextureObject_t);

namespace {

constexpr unsigned kReadAsInteger = 1, kNormalized = 2, kSrgb = 16;

struct HIP_RESOURCE_DESC {
  hipResourceType type;
  union {
    hipArray_t array;
    struct {
      void *data;
      int format;
      unsigned channels;
      size_t size;
    } linear;
    struct {
      void *data;
      int format;
      unsigned channels;
      size_t width, height, pitch;
    } pitch2D;
    int reserved[32];
  };
  unsigned flags;
};

struct HIP_TEXTURE_DESC {
  int address_mode[3], filter_mode;
  unsigned flags, anisotropy;
  int mipmap_filter_mode;
  float mipmap_bias, mipmap_least, mipmap_greatest, border_color[4];
  int reserved[12];
};

bool read(const HIP_RESOURCE_DESC &d, hipResourceDesc &r, hipChannelFormatDesc &channels) {
  r.type = d.type;
  switch (d.type) {
  case hipResourceTypeArray:
    r.array = d.array;
    channels = known(d.array) ? d.array->desc : hipChannelFormatDesc{};
    return known(d.array);
  case hipResourceTypeLinear:
    r.linear.data = d.linear.data, r.linear.size = d.linear.size;
    channels = {};
    if (!channel_desc(d.linear.format, d.linear.channels, channels))
      return false;
    r.linear.desc = channels;
    return true;
  case hipResourceTypePitch2D:
    if (!channel_desc(d.pitch2D.format, d.pitch2D.channels, channels))
      return false;
    r.pitch2D = {d.pitch2D.data, channels, d.pitch2D.width, d.pitch2D.height, d.pitch2D.pitch};
    return true;
  default:
    return false;
  }
}

// Integers of 32 bits have no form between 0 and 1, so they are read as they are.
hipTextureDesc read(const HIP_TEXTURE_DESC &d, const hipChannelFormatDesc &channels) {
  hipTextureDesc t{};
  std::copy_n(d.address_mode, 3, t.addressMode);
  std::copy_n(d.border_color, 4, t.borderColor);
  t.filterMode = d.filter_mode;
  t.readMode = !(d.flags & kReadAsInteger) && channels.f != Float && channels.x < 32;
  t.sRGB = (d.flags & kSrgb) != 0;
  t.normalizedCoords = (d.flags & kNormalized) != 0;
  t.maxAnisotropy = d.anisotropy;
  t.mipmapFilterMode = d.mipmap_filter_mode;
  t.mipmapLevelBias = d.mipmap_bias;
  t.minMipmapLevelClamp = d.mipmap_least, t.maxMipmapLevelClamp = d.mipmap_greatest;
  return t;
}

} // namespace

HIP_API hipError_t hipTexObjectCreate(hipTextureObject_t *object, const HIP_RESOURCE_DESC *resource,
                                      const HIP_TEXTURE_DESC *texture,
                                      const hipResourceViewDesc *view) {
  hipResourceDesc r{};
  hipChannelFormatDesc channels{};
  if (!object || !resource || !texture || !read(*resource, r, channels))
    return done(hipErrorInvalidValue);
  hipTextureDesc t = read(*texture, channels);
  return hipCreateTextureObject(object, &r, &t, view);
}

HIP_API hipError_t hipTexObjectDestroy(hipTextureObject_t object) {
  return hipDestroyTextureObject(object);
}

HIP_API hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *d, hipTextureObject_t object) {
  if (!d || !object)
    return done(hipErrorInvalidValue);
  const hipTextureDesc &t = object->texture;
  *d = {};
  std::copy_n(t.addressMode, 3, d->address_mode);
  std::copy_n(t.borderColor, 4, d->border_color);
  d->filter_mode = t.filterMode;
  d->flags = (t.readMode ? 0 : kReadAsInteger) | (t.normalizedCoords ? kNormalized : 0) |
             (t.sRGB ? kSrgb : 0);
  d->anisotropy = t.maxAnisotropy;
  d->mipmap_filter_mode = t.mipmapFilterMode;
  d->mipmap_bias = t.mipmapLevelBias;
  d->mipmap_least = t.minMipmapLevelClamp, d->mipmap_greatest = t.maxMipmapLevelClamp;
  return hipSuccess;
}

HIP_API hipError_t hipTexObjectGetResourceViewDesc(hipResourceViewDesc *view,
                                                   hipTextureObject_t object) {
  return hipGetTextureObjectResourceViewDesc(view, object);
}
