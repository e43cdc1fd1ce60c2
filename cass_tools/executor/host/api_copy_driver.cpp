// The driver interface's descriptions of copies.
#include "arrays.hpp"

#include <algorithm>

using namespace cass;

namespace {

// One side of hip_Memcpy2D.
struct Side2D {
  size_t x, y;
  int type;
  const void *host;
  void *device;
  hipArray_t array;
  size_t pitch;
};

struct hip_Memcpy2D {
  Side2D source, target;
  size_t width, height;
};

// One side of HIP_MEMCPY3D.
struct Side3D {
  unsigned x, y, z, level;
  int type;
  const void *host;
  void *device;
  hipArray_t array;
  unsigned pitch, height;
};

struct HIP_MEMCPY3D {
  Side3D source, target;
  unsigned width, height, depth;
};

// hipMemoryType: the numbers changed with HIP 6.
bool is_host(int type) { return type == (program_version() < 6 ? 0 : 1); }

bool is_array(int type) { return type == (program_version() < 6 ? 2 : 10); }

hipError_t place_of(const Side3D &side, Place &place) {
  if (is_array(side.type)) {
    if (!side.array)
      return hipErrorInvalidValue;
    place = array_place(*side.array, side.x, side.y, side.z);
    return hipSuccess;
  }
  const void *start = is_host(side.type) ? side.host : side.device;
  if (!start)
    return hipErrorInvalidValue;
  size_t slice = size_t{side.pitch} * side.height;
  auto bytes = static_cast<char *>(const_cast<void *>(start));
  place = {bytes + side.x + size_t{side.y} * side.pitch + side.z * slice, side.pitch, slice};
  return hipSuccess;
}

hipError_t copy_box(const HIP_MEMCPY3D *p, hipStream_t stream) {
  Place from{}, to{};
  if (!p)
    return hipErrorInvalidValue;
  if (hipError_t error = place_of(p->source, from))
    return error;
  if (hipError_t error = place_of(p->target, to))
    return error;
  return copy(to, from, {p->width, p->height, p->depth}, hipMemcpyDefault, stream);
}

Side3D lifted(const Side2D &s, const hip_Memcpy2D &p) {
  size_t pitch = s.pitch ? s.pitch : p.width;
  return {static_cast<unsigned>(s.x),
          static_cast<unsigned>(s.y),
          0,
          0,
          s.type,
          s.host,
          s.device,
          s.array,
          static_cast<unsigned>(pitch),
          static_cast<unsigned>(p.height)};
}

} // namespace

HIP_API hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *p, hipStream_t stream) {
  return done(copy_box(p, stream));
}

HIP_API hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *p) {
  Blocking blocking;
  return hipDrvMemcpy3DAsync(p, nullptr);
}

HIP_API hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *p, hipStream_t stream) {
  if (!p)
    return done(hipErrorInvalidValue);
  HIP_MEMCPY3D box{lifted(p->source, *p), lifted(p->target, *p), static_cast<unsigned>(p->width),
                   static_cast<unsigned>(p->height), 1};
  return hipDrvMemcpy3DAsync(&box, stream);
}

HIP_API hipError_t hipMemcpyParam2D(const hip_Memcpy2D *p) {
  Blocking blocking;
  return hipMemcpyParam2DAsync(p, nullptr);
}

HIP_API hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *p) { return hipMemcpyParam2D(p); }
