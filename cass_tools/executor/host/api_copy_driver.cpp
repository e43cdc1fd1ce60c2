// The driver interface's descriptions of copies.
#include "arrays.hpp"
#include "driver_copy.hpp"
#include "nvidia_device.hpp"

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

using Side = DriverSide<size_t>;
using OldCopy = DriverCopy<unsigned>; // of HIP 5

// hipMemoryType: the numbers changed with HIP 6.
bool is_host(int type) { return type == (program_version() < 6 ? 0 : 1); }

bool is_array(int type) { return type == (program_version() < 6 ? 2 : 10); }

hipError_t place_of(const Side &side, const HIP_MEMCPY3D &copy, Place &place) {
  if (is_array(side.type)) {
    if (!known(side.array))
      return hipErrorInvalidValue;
    place = array_place(*side.array, side.x, side.y, side.z);
    return hipSuccess;
  }
  const void *start = is_host(side.type) ? side.host : side.device;
  size_t pitch = side.pitch ? side.pitch : copy.width;
  size_t slice = pitch * (side.height ? side.height : copy.height);
  bool strict = copy.height > 1 || (nvidia_card() && side.pitch); // CUDA looks at single rows, too
  if (!start || (strict && side.x + copy.width > pitch))
    return hipErrorInvalidValue;
  auto bytes = static_cast<char *>(const_cast<void *>(start));
  place = {bytes + side.x + side.y * pitch + side.z * slice, pitch, slice};
  return hipSuccess;
}

template <typename To, typename From> DriverSide<To> side_with(const DriverSide<From> &s) {
  auto n = [](From number) { return static_cast<To>(number); };
  return {n(s.x), n(s.y),   n(s.z),  n(s.level), s.type,
          s.host, s.device, s.array, n(s.pitch), n(s.height)};
}

template <typename To, typename From> DriverCopy<To> copy_with(const DriverCopy<From> &c) {
  return {side_with<To>(c.source), side_with<To>(c.target), static_cast<To>(c.width),
          static_cast<To>(c.height), static_cast<To>(c.depth)};
}

hipError_t run(const HIP_MEMCPY3D &description, hipStream_t stream) {
  PlacedCopy p{};
  if (hipError_t error = place(description, p))
    return error;
  return copy(p.to, p.from, p.box, hipMemcpyDefault, stream);
}

Side lifted(const Side2D &s, const hip_Memcpy2D &p) {
  return {s.x, s.y, 0, 0, s.type, s.host, s.device, s.array, s.pitch, p.height};
}

} // namespace

HIP_MEMCPY3D cass::driver_copy(const void *description) {
  if (program_version() >= 6)
    return *static_cast<const HIP_MEMCPY3D *>(description);
  return copy_with<size_t>(*static_cast<const OldCopy *>(description));
}

void cass::put_driver_copy(const HIP_MEMCPY3D &copy, void *description) {
  if (program_version() >= 6)
    *static_cast<HIP_MEMCPY3D *>(description) = copy;
  else
    *static_cast<OldCopy *>(description) = copy_with<unsigned>(copy);
}

hipError_t cass::place(const HIP_MEMCPY3D &copy, PlacedCopy &placed) {
  if (hipError_t error = place_of(copy.source, copy, placed.from))
    return error;
  if (hipError_t error = place_of(copy.target, copy, placed.to))
    return error;
  placed.box = {copy.width, copy.height, copy.depth};
  return check(placed.to, placed.from, placed.box, hipMemcpyDefault);
}

HIP_API hipError_t hipDrvMemcpy3DAsync(const void *p, hipStream_t stream) {
  return done(p ? run(driver_copy(p), stream) : hipErrorInvalidValue);
}

HIP_API hipError_t hipDrvMemcpy3D(const void *p) {
  Blocking blocking;
  return hipDrvMemcpy3DAsync(p, nullptr);
}

HIP_API hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *p, hipStream_t stream) {
  if (!p)
    return done(hipErrorInvalidValue);
  return done(run({lifted(p->source, *p), lifted(p->target, *p), p->width, p->height, 1}, stream));
}

HIP_API hipError_t hipMemcpyParam2D(const hip_Memcpy2D *p) {
  Blocking blocking;
  return hipMemcpyParam2DAsync(p, nullptr);
}

HIP_API hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *p) { return hipMemcpyParam2D(p); }
