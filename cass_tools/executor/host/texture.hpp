// Texture and surface objects: what device code finds behind their handles.
#pragma once

#include "hip_types.hpp"
#include "image.hpp"

enum hipResourceType : int {
  hipResourceTypeArray,
  hipResourceTypeMipmappedArray,
  hipResourceTypeLinear,
  hipResourceTypePitch2D,
};

struct hipResourceDesc {
  hipResourceType type;
  union {
    hipArray_t array;
    struct {
      void *data;
      hipChannelFormatDesc desc;
      size_t size;
    } linear;
    struct {
      void *data;
      hipChannelFormatDesc desc;
      size_t width, height, pitch;
    } pitch2D;
  };
};

struct hipTextureDesc {
  int addressMode[3]; // wrap, clamp, mirror, border
  int filterMode;     // point, linear
  int readMode;       // element type, normalized float
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};

struct hipResourceViewDesc {
  int format;
  size_t width, height, depth;
  unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer;
};

namespace cass {

// The words that device code loads; behind them is what the host asks about.
struct TextureObject {
  uint32_t image[8];
  uint32_t about[4]; // type and order of channels as HSA numbers them, and the width
  uint32_t sampler[8];
  hipResourceDesc resource;
  hipTextureDesc texture;
  hipResourceViewDesc view;
  bool has_view;
};

// Fills in the words; hipSuccess, or what is wrong with the description. `texture` is null for
// surfaces.
hipError_t describe(TextureObject &object, const hipResourceDesc &resource,
                    const hipTextureDesc *texture);

} // namespace cass

using hipTextureObject_t = cass::TextureObject *;
using hipSurfaceObject_t = cass::TextureObject *;
