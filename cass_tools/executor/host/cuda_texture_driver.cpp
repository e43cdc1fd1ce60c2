// Textures, surfaces and arrays in CUDA's driver interface.
#include "arrays.hpp"
#include "picture.hpp"
#include "texture_driver.hpp"

using namespace cass;

extern "C" {
hipError_t hipArrayCreate(hipArray_t *, const void *);
hipError_t hipArray3DCreate(hipArray_t *, const void *);
hipError_t hipArrayGetDescriptor(void *, hipArray_t);
hipError_t hipArray3DGetDescriptor(void *, hipArray_t);
}

namespace {

constexpr size_t kReserved = 128; // bytes of a description's union

hipError_t read_resource(const HIP_RESOURCE_DESC &d, hipResourceDesc &r,
                         hipChannelFormatDesc &channels) {
  if (d.type != hipResourceTypeMipmappedArray)
    return read(d, r, channels) ? hipSuccess : hipErrorInvalidValue;
  const Levels *levels = levels_of(d.array);
  if (!levels)
    return hipErrorInvalidValue;
  r.type = d.type;
  r.array = d.array;
  channels = levels->arrays.front()->desc;
  return hipSuccess;
}

hipError_t create(uint64_t *handle, const HIP_RESOURCE_DESC *resource,
                  const HIP_TEXTURE_DESC *texture, const hipResourceViewDesc *view) {
  hipResourceDesc r{};
  hipChannelFormatDesc channels{};
  if (!handle || !resource)
    return hipErrorInvalidValue;
  if (hipError_t error = read_resource(*resource, r, channels))
    return error;
  if (!texture)
    return make_picture(handle, r, nullptr, nullptr);
  constexpr unsigned kSeamless = 64;
  if (texture->flags & kSeamless)
    return hipErrorNotSupported;
  hipTextureDesc t = read(*texture, channels);
  return make_picture(handle, r, &t, view);
}

hipError_t give_resource(HIP_RESOURCE_DESC *desc, uint64_t handle, bool is_texture) {
  const Origin *origin = origin_of(handle);
  if (!desc || !origin || origin->is_texture != is_texture)
    return hipErrorInvalidValue;
  const hipResourceDesc &r = origin->resource;
  *desc = {};
  static_assert(sizeof desc->reserved == kReserved);
  desc->type = r.type;
  if (r.type == hipResourceTypeLinear) {
    desc->linear = {r.linear.data, 0, 0, r.linear.size};
    return driver_format(r.linear.desc, desc->linear.format, desc->linear.channels);
  }
  if (r.type == hipResourceTypePitch2D) {
    desc->pitch2D = {r.pitch2D.data, 0, 0, r.pitch2D.width, r.pitch2D.height, r.pitch2D.pitch};
    return driver_format(r.pitch2D.desc, desc->pitch2D.format, desc->pitch2D.channels);
  }
  desc->array = r.array;
  return hipSuccess;
}

} // namespace

CUDA_API hipError_t cuTexObjectCreate(uint64_t *handle, const HIP_RESOURCE_DESC *resource,
                                      const HIP_TEXTURE_DESC *texture,
                                      const hipResourceViewDesc *view) {
  return done(texture ? create(handle, resource, texture, view) : hipErrorInvalidValue);
}

CUDA_API hipError_t cuSurfObjectCreate(uint64_t *handle, const HIP_RESOURCE_DESC *resource) {
  return done(create(handle, resource, nullptr, nullptr));
}

CUDA_API hipError_t cuTexObjectGetTextureDesc(HIP_TEXTURE_DESC *desc, uint64_t handle) {
  const Origin *origin = origin_of(handle);
  if (!desc || !origin || !origin->is_texture)
    return done(hipErrorInvalidValue);
  write(origin->texture, *desc);
  return done(hipSuccess);
}

CUDA_API hipError_t cuTexObjectGetResourceDesc(HIP_RESOURCE_DESC *desc, uint64_t handle) {
  return done(give_resource(desc, handle, true));
}

CUDA_API hipError_t cuSurfObjectGetResourceDesc(HIP_RESOURCE_DESC *desc, uint64_t handle) {
  return done(give_resource(desc, handle, false));
}

CUDA_API hipError_t cuArrayCreate_v2(hipArray_t *array, const void *description) {
  return hipArrayCreate(array, description);
}

CUDA_API hipError_t cuArray3DCreate_v2(hipArray_t *array, const void *description) {
  return hipArray3DCreate(array, description);
}

CUDA_API hipError_t cuArrayGetDescriptor_v2(void *description, hipArray_t array) {
  return hipArrayGetDescriptor(description, array);
}

CUDA_API hipError_t cuArray3DGetDescriptor_v2(void *description, hipArray_t array) {
  return hipArray3DGetDescriptor(description, array);
}
