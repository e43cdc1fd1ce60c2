// Descriptions of textures in the driver interfaces: CUDA's are HIP's.
#pragma once

#include "texture.hpp"

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

namespace cass {

// False where the description is of no known array or format; of arrays with levels it is.
bool read(const HIP_RESOURCE_DESC &d, hipResourceDesc &r, hipChannelFormatDesc &channels);

hipTextureDesc read(const HIP_TEXTURE_DESC &d, const hipChannelFormatDesc &channels);

void write(const hipTextureDesc &t, HIP_TEXTURE_DESC &d);

} // namespace cass
