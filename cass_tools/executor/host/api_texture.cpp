// Texture objects, surface objects and texture references.
#include "texture.hpp"

#include "memory.hpp"

#include <cstring>

using namespace cass;

// As the public headers have it; device code loads the object from the variable of the same name.
struct textureReference {
  int normalized, readMode, filterMode;
  int addressMode[3];
  hipChannelFormatDesc channelDesc;
  int sRGB;
  unsigned maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  hipTextureObject_t textureObject;
  int numChannels, format;
};

namespace {

hipError_t create(TextureObject **result, const hipResourceDesc *resource,
                  const hipTextureDesc *texture, const hipResourceViewDesc *view) {
  if (!result || !resource)
    return hipErrorInvalidValue;
  TextureObject object;
  if (hipError_t error = describe(object, *resource, texture))
    return error;
  if (view)
    object.view = *view, object.has_view = true;
  void *place = memory().allocate(sizeof object, MemoryKind::Device);
  if (!place)
    return hipErrorOutOfMemory;
  *result = static_cast<TextureObject *>(place);
  std::memcpy(place, &object, sizeof object);
  return hipSuccess;
}

// A null handle is no error.
hipError_t destroy(TextureObject *object) {
  return !object || memory().release(object) ? hipSuccess : hipErrorInvalidValue;
}

hipError_t publish(const textureReference *reference) {
  const Variable *variable = variable_of(reference);
  if (!variable)
    return hipErrorInvalidTexture;
  std::memcpy(reinterpret_cast<void *>(variable->address), reference, sizeof *reference);
  return hipSuccess;
}

hipError_t bind(const textureReference *reference, const hipResourceDesc &resource) {
  if (!reference)
    return hipErrorInvalidTexture;
  auto changed = const_cast<textureReference *>(reference);
  hipTextureDesc texture{};
  for (int i = 0; i < 3; ++i)
    texture.addressMode[i] = reference->addressMode[i];
  texture.filterMode = reference->filterMode;
  texture.readMode = reference->readMode;
  texture.sRGB = reference->sRGB;
  texture.normalizedCoords = reference->normalized;
  destroy(changed->textureObject);
  changed->textureObject = nullptr;
  if (hipError_t error = create(&changed->textureObject, &resource, &texture, nullptr))
    return error;
  return publish(reference);
}

} // namespace

HIP_API hipError_t hipCreateTextureObject(hipTextureObject_t *object,
                                          const hipResourceDesc *resource,
                                          const hipTextureDesc *texture,
                                          const hipResourceViewDesc *view) {
  return done(texture ? create(object, resource, texture, view) : hipErrorInvalidValue);
}

HIP_API hipError_t hipDestroyTextureObject(hipTextureObject_t object) {
  return done(destroy(object));
}

HIP_API hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *desc,
                                                   hipTextureObject_t object) {
  if (!desc || !object)
    return done(hipErrorInvalidValue);
  *desc = object->resource;
  return done(hipSuccess);
}

HIP_API hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *desc, hipTextureObject_t object) {
  if (!desc || !object)
    return done(hipErrorInvalidValue);
  *desc = object->texture;
  return done(hipSuccess);
}

HIP_API hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc *desc,
                                                       hipTextureObject_t object) {
  if (!desc || !object || !object->has_view)
    return done(hipErrorInvalidValue);
  *desc = object->view;
  return done(hipSuccess);
}

HIP_API hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *object,
                                          const hipResourceDesc *resource) {
  return done(create(object, resource, nullptr, nullptr));
}

HIP_API hipError_t hipDestroySurfaceObject(hipSurfaceObject_t object) {
  return done(destroy(object));
}

// Headers of HIP 5 declare these two as C++ functions.
HIP_API hipError_t
create_surface(hipSurfaceObject_t *object, const hipResourceDesc *resource) __asm__(
    "_Z22hipCreateSurfaceObjectPP13__hip_surfacePK15hipResourceDesc");
HIP_API hipError_t
destroy_surface(hipSurfaceObject_t object) __asm__("_Z23hipDestroySurfaceObjectP13__hip_surface");

hipError_t create_surface(hipSurfaceObject_t *object, const hipResourceDesc *resource) {
  return hipCreateSurfaceObject(object, resource);
}

hipError_t destroy_surface(hipSurfaceObject_t object) { return hipDestroySurfaceObject(object); }

HIP_API hipError_t hipBindTexture(size_t *offset, const textureReference *reference,
                                  const void *data, const hipChannelFormatDesc *desc, size_t size) {
  if (!desc || !data)
    return done(hipErrorInvalidValue);
  hipResourceDesc resource{};
  resource.type = hipResourceTypeLinear;
  auto found = memory().find(data);
  auto left = found ? found->end() - reinterpret_cast<uint64_t>(data) : size;
  resource.linear = {const_cast<void *>(data), *desc, size < left ? size : left};
  if (offset)
    *offset = 0;
  return done(bind(reference, resource));
}

HIP_API hipError_t hipBindTexture2D(size_t *offset, const textureReference *reference,
                                    const void *data, const hipChannelFormatDesc *desc,
                                    size_t width, size_t height, size_t pitch) {
  if (!desc || !data)
    return done(hipErrorInvalidValue);
  hipResourceDesc resource{};
  resource.type = hipResourceTypePitch2D;
  resource.pitch2D = {const_cast<void *>(data), *desc, width, height, pitch};
  if (offset)
    *offset = 0;
  return done(bind(reference, resource));
}

HIP_API hipError_t hipBindTextureToArray(const textureReference *reference, hipArray_const_t array,
                                         const hipChannelFormatDesc *) {
  hipResourceDesc resource{};
  resource.array = const_cast<hipArray_t>(array);
  return done(bind(reference, resource));
}

HIP_API hipError_t hipUnbindTexture(const textureReference *reference) {
  if (!reference)
    return done(hipErrorInvalidTexture);
  auto changed = const_cast<textureReference *>(reference);
  hipError_t error = destroy(changed->textureObject);
  changed->textureObject = nullptr;
  return done(error ? error : publish(reference));
}

HIP_API hipError_t hipGetTextureReference(const textureReference **reference, const void *symbol) {
  if (!reference || !variable_of(symbol))
    return done(hipErrorInvalidTexture);
  *reference = static_cast<const textureReference *>(symbol);
  return done(hipSuccess);
}

HIP_API hipError_t hipGetTextureAlignmentOffset(size_t *offset, const textureReference *reference) {
  if (!offset || !reference)
    return done(hipErrorInvalidValue);
  *offset = 0;
  return done(hipSuccess);
}
