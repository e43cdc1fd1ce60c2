// CUDA's texture and surface objects: numbers, where HIP has pointers.
#include "picture.hpp"

#include "device.hpp"
#include "nvidia_device.hpp"

#include <cstring>

using namespace cass;

namespace {

// CUDA's description has two settings more.
struct cudaTextureDesc {
  hipTextureDesc common;
  int disableTrilinearOptimization, seamlessCubemap;
};

constexpr size_t kReserved = 144; // bytes of a description of a resource since CUDA 13

hipError_t destroy(uint64_t handle) {
  synchronize_device(-1); // work that uses it ends first
  return done(destroy_picture(handle));
}

hipError_t give_resource(void *desc, uint64_t handle, bool is_texture) {
  const Origin *origin = origin_of(handle);
  if (!desc || !origin || origin->is_texture != is_texture)
    return done(hipErrorInvalidValue);
  if (cuda_version() >= 13)
    std::memset(desc, 0, kReserved);
  std::memcpy(desc, &origin->resource, sizeof origin->resource);
  return hipSuccess;
}

const Origin *texture_of(uint64_t handle) {
  const Origin *origin = origin_of(handle);
  return origin && origin->is_texture ? origin : nullptr;
}

} // namespace

CUDA_API hipError_t cudaCreateTextureObject(uint64_t *handle, const hipResourceDesc *resource,
                                            const cudaTextureDesc *texture,
                                            const hipResourceViewDesc *view) {
  if (!handle || !resource || !texture)
    return done(hipErrorInvalidValue);
  if (texture->seamlessCubemap)
    return done(hipErrorNotSupported);
  return done(make_picture(handle, *resource, &texture->common, view));
}

CUDA_API hipError_t cudaDestroyTextureObject(uint64_t handle) { return destroy(handle); }

CUDA_API hipError_t cudaCreateSurfaceObject(uint64_t *handle, const hipResourceDesc *resource) {
  if (!handle || !resource)
    return done(hipErrorInvalidValue);
  return done(make_picture(handle, *resource, nullptr, nullptr));
}

CUDA_API hipError_t cudaDestroySurfaceObject(uint64_t handle) { return destroy(handle); }

CUDA_API hipError_t cuSurfObjectDestroy(uint64_t handle) { return destroy(handle); }

CUDA_API hipError_t cuTexObjectDestroy(uint64_t handle) { return destroy(handle); }

CUDA_API hipError_t cudaGetTextureObjectResourceDesc(void *desc, uint64_t handle) {
  return give_resource(desc, handle, true);
}

CUDA_API hipError_t cudaGetSurfaceObjectResourceDesc(void *desc, uint64_t handle) {
  return give_resource(desc, handle, false);
}

CUDA_API hipError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *desc, uint64_t handle) {
  const Origin *origin = texture_of(handle);
  if (!desc || !origin)
    return done(hipErrorInvalidValue);
  *desc = {origin->texture, 0, 0};
  return done(hipSuccess);
}

CUDA_API hipError_t cudaGetTextureObjectResourceViewDesc(hipResourceViewDesc *desc,
                                                         uint64_t handle) {
  const Origin *origin = texture_of(handle);
  if (!desc || !origin || !origin->has_view)
    return done(hipErrorInvalidValue);
  *desc = origin->view;
  return done(hipSuccess);
}

CUDA_API hipError_t cuTexObjectGetResourceViewDesc(hipResourceViewDesc *desc, uint64_t handle) {
  return cudaGetTextureObjectResourceViewDesc(desc, handle);
}

// Elements of linear memory that a texture may have.
CUDA_API hipError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                                         const hipChannelFormatDesc *desc,
                                                         int device) {
  constexpr size_t kGreatest = 1 << 28;
  if (!width || !desc || device < 0)
    return done(hipErrorInvalidValue);
  *width = kGreatest;
  return done(hipSuccess);
}
