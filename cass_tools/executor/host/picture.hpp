// Descriptions of textures and surfaces as code lifted from NVIDIA's reads them.
#pragma once

#include "../nvidia/lift/runtime/picture.h"
#include "texture.hpp"

#include <vector>

namespace cass {

// An array with levels of detail, the largest first; what a cudaMipmappedArray_t points to.
struct Levels {
  std::vector<hipArray_t> arrays;
};

// The program's handle, or nullptr where it is none (any more).
const Levels *levels_of(const void *mipmapped);

// Fills in the picture; hipSuccess, or what is wrong with the description. `texture` is null for
// surfaces, `view` where all of the resource is meant.
hipError_t describe(Picture &picture, const hipResourceDesc &resource,
                    const hipTextureDesc *texture, const hipResourceViewDesc *view);

// A texture (or, without `texture`, a surface) and its handle.
hipError_t make_picture(uint64_t *handle, const hipResourceDesc &resource,
                        const hipTextureDesc *texture, const hipResourceViewDesc *view);
hipError_t destroy_picture(uint64_t handle);

// What a picture was made of.
struct Origin {
  hipResourceDesc resource;
  hipTextureDesc texture;
  hipResourceViewDesc view;
  bool is_texture, has_view;
};

// nullptr where the handle is none (any more).
const Origin *origin_of(uint64_t handle);

} // namespace cass
