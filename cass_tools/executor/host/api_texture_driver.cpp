// Texture objects by the driver interface's descriptions.
#include "arrays.hpp"
#include "texture_driver.hpp"

#include <algorithm>

using namespace cass;

HIP_API hipError_t hipCreateTextureObject(hipTextureObject_t *, const hipResourceDesc *,
                                          const hipTextureDesc *, const hipResourceViewDesc *);
HIP_API hipError_t hipDestroyTextureObject(hipTextureObject_t);
HIP_API hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc *, hipTextureObject_t);

namespace {

constexpr unsigned kReadAsInteger = 1, kNormalized = 2, kSrgb = 16;

} // namespace

bool cass::read(const HIP_RESOURCE_DESC &d, hipResourceDesc &r, hipChannelFormatDesc &channels) {
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
hipTextureDesc cass::read(const HIP_TEXTURE_DESC &d, const hipChannelFormatDesc &channels) {
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

void cass::write(const hipTextureDesc &t, HIP_TEXTURE_DESC &d) {
  d = {};
  std::copy_n(t.addressMode, 3, d.address_mode);
  std::copy_n(t.borderColor, 4, d.border_color);
  d.filter_mode = t.filterMode;
  d.flags = (t.readMode ? 0 : kReadAsInteger) | (t.normalizedCoords ? kNormalized : 0) |
            (t.sRGB ? kSrgb : 0);
  d.anisotropy = t.maxAnisotropy;
  d.mipmap_filter_mode = t.mipmapFilterMode;
  d.mipmap_bias = t.mipmapLevelBias;
  d.mipmap_least = t.minMipmapLevelClamp, d.mipmap_greatest = t.maxMipmapLevelClamp;
}

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
  write(object->texture, *d);
  return done(hipSuccess);
}

HIP_API hipError_t hipTexObjectGetResourceViewDesc(hipResourceViewDesc *view,
                                                   hipTextureObject_t object) {
  return hipGetTextureObjectResourceViewDesc(view, object);
}
