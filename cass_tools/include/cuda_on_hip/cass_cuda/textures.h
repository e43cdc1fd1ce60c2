// Texture and surface functions for CUDA's vector types, by way of HIP's of the same shape.
#pragma once

#include <type_traits>

#include "vector_types.h"

namespace cass {

template <typename T> constexpr bool kIsVector = VectorTraits<T>::kCount != 0;
template <typename T> using IfVector = std::enable_if_t<kIsVector<T>, T>;
template <typename T> using HipOf = typename VectorTraits<T>::Hip;

} // namespace cass

// As a value and, as CUDA has it too, into a variable.
#define CASS_TEXTURE(NAME)                                                                         \
  template <typename T, typename... Places>                                                        \
  __device__ inline cass::IfVector<T> NAME(hipTextureObject_t texture, Places... places) {         \
    return cass::from_hip<T>(NAME<cass::HipOf<T>>(texture, places...));                            \
  }                                                                                                \
  template <typename T, typename... Places, typename = cass::IfVector<T>>                          \
  __device__ inline void NAME(T *value, hipTextureObject_t texture, Places... places) {            \
    *value = NAME<T>(texture, places...);                                                          \
  }
CASS_TEXTURE(tex1Dfetch)
CASS_TEXTURE(tex1D)
CASS_TEXTURE(tex2D)
CASS_TEXTURE(tex3D)
CASS_TEXTURE(texCubemap)
CASS_TEXTURE(tex1DLayered)
CASS_TEXTURE(tex2DLayered)
CASS_TEXTURE(tex1DLod)
CASS_TEXTURE(tex2DLod)
CASS_TEXTURE(tex3DLod)
#undef CASS_TEXTURE

#define CASS_SURFACE(READ, WRITE, PLACES, ...)                                                     \
  template <typename T, typename = cass::IfVector<T>>                                              \
  __device__ inline void READ(T *value, hipSurfaceObject_t surface, PLACES, int = 0) {             \
    cass::HipOf<T> other;                                                                          \
    READ(&other, surface, __VA_ARGS__);                                                            \
    *value = cass::from_hip<T>(other);                                                             \
  }                                                                                                \
  template <typename T> __device__ inline T READ(hipSurfaceObject_t surface, PLACES, int = 0) {    \
    T value;                                                                                       \
    READ(&value, surface, __VA_ARGS__);                                                            \
    return value;                                                                                  \
  }                                                                                                \
  template <typename T, typename = cass::IfVector<T>>                                              \
  __device__ inline void WRITE(T value, hipSurfaceObject_t surface, PLACES, int = 0) {             \
    WRITE(static_cast<cass::HipOf<T>>(value), surface, __VA_ARGS__);                               \
  }
#define CASS_XY int x, int y
#define CASS_XYZ int x, int y, int z
CASS_SURFACE(surf1Dread, surf1Dwrite, int x, x)
CASS_SURFACE(surf2Dread, surf2Dwrite, CASS_XY, x, y)
CASS_SURFACE(surf3Dread, surf3Dwrite, CASS_XYZ, x, y, z)
#undef CASS_XYZ
#undef CASS_XY
#undef CASS_SURFACE

// cudaCreateChannelDesc<T>() for the same types.
namespace cass {
template <typename T> hipChannelFormatDesc channel_desc() {
  if constexpr (kIsVector<T>) {
    using Element = typename VectorTraits<T>::Element;
    constexpr int kBits = sizeof(Element) * 8, kCount = VectorTraits<T>::kCount;
    return hipCreateChannelDesc(kBits, kCount > 1 ? kBits : 0, kCount > 2 ? kBits : 0,
                                kCount > 3 ? kBits : 0,
                                std::is_floating_point<Element>::value ? hipChannelFormatKindFloat
                                : std::is_signed<Element>::value       ? hipChannelFormatKindSigned
                                                                 : hipChannelFormatKindUnsigned);
  } else {
    return hipCreateChannelDesc<T>();
  }
}
} // namespace cass
#undef cudaCreateChannelDesc
template <typename T> inline hipChannelFormatDesc cudaCreateChannelDesc() {
  return cass::channel_desc<T>();
}
inline hipChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                  hipChannelFormatKind kind) {
  return hipCreateChannelDesc(x, y, z, w, kind);
}
