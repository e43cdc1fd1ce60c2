// Copies and fills of CUDA's driver interface that HIP has not, or with other numbers. Errors are
// those of an H200 with CUDA 13.
#include "cuda_driver_copy.hpp"

#include "device.hpp"

using namespace cass;

extern "C" {
hipError_t hipMemcpyAsync(void *, const void *, size_t, hipMemcpyKind, hipStream_t);
hipError_t hipMemcpy(void *, const void *, size_t, hipMemcpyKind);
}

namespace {

// CUmemorytype and hipMemoryType.
enum CudaMemory : int { kHost = 1, kDevice, kArray, kUnified };
constexpr int kHipHost = 1, kHipDevice = 2, kHipArray = 10;

struct Side2D {
  size_t x, y;
  int type;
  const void *host;
  void *device;
  hipArray_t array;
  size_t pitch;
};

struct Copy2D {
  Side2D source, target;
  size_t width, height;
};

bool of_hip(const CudaSide &s, DriverSide<size_t> &result) {
  if (s.type < kHost || s.type > kUnified)
    return false;
  int type = s.type == kHost ? kHipHost : s.type == kArray ? kHipArray : kHipDevice;
  result = {s.x, s.y, s.z, s.level, type, s.host, s.device, s.array, s.pitch, s.height};
  return true;
}

CudaSide of_cuda(const DriverSide<size_t> &s) {
  int type = s.type == kHipHost ? kHost : s.type == kHipArray ? kArray : kDevice;
  return {s.x, s.y, s.z, s.level, type, s.host, s.device, s.array, nullptr, s.pitch, s.height};
}

CudaCopy deep(const Copy2D &p) {
  const auto side = [&](const Side2D &s) -> CudaSide {
    return {s.x, s.y, 0, 0, s.type, s.host, s.device, s.array, nullptr, s.pitch, p.height};
  };
  return {side(p.source), side(p.target), p.width, p.height, 1};
}

// Rows that lie in each other are an error of pitch in HIP; here, of a value.
hipError_t run(const CudaCopy &copy, hipStream_t stream) {
  HIP_MEMCPY3D ours;
  PlacedCopy p{};
  if (!of_hip(copy, ours))
    return hipErrorInvalidValue;
  if (hipError_t error = place(ours, p))
    return error == hipErrorInvalidPitchValue ? hipErrorInvalidValue : error;
  return cass::copy(p.to, p.from, p.box, hipMemcpyDefault, stream);
}

hipError_t run_2d(const Copy2D *p, hipStream_t stream) {
  return p ? run(deep(*p), stream) : hipErrorInvalidValue;
}

hipError_t run_3d(const CudaCopy *p, hipStream_t stream) {
  return p ? run(*p, stream) : hipErrorInvalidValue;
}

// One row may have any pitch; more must be apart, and at multiples of the element.
template <typename T>
hipError_t fill_2d(void *to, size_t pitch, T value, size_t width, size_t height,
                   hipStream_t stream) {
  bool apart = height <= 1 || (pitch >= width * sizeof(T) && pitch % sizeof(T) == 0);
  if (!apart || reinterpret_cast<uintptr_t>(to) % sizeof(T))
    return hipErrorInvalidValue;
  return fill({static_cast<char *>(to), pitch, 0}, {width * sizeof(T), height, 1}, value, sizeof(T),
              stream);
}

template <typename T>
hipError_t fill_2d_now(void *to, size_t pitch, T value, size_t width, size_t height,
                       hipStream_t stream) {
  Blocking blocking;
  return fill_2d(to, pitch, value, width, height, stream);
}

} // namespace

bool cass::of_hip(const CudaCopy &copy, HIP_MEMCPY3D &result) {
  result.width = copy.width;
  result.height = copy.height;
  result.depth = copy.depth;
  return ::of_hip(copy.source, result.source) && ::of_hip(copy.target, result.target);
}

CudaCopy cass::of_cuda(const HIP_MEMCPY3D &copy) {
  return {::of_cuda(copy.source), ::of_cuda(copy.target), copy.width, copy.height, copy.depth};
}

CUDA_API hipError_t cuMemcpyAsync(void *to, const void *from, size_t size, hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, hipMemcpyDefault, stream);
}

CUDA_API hipError_t cuMemcpyAsync_ptsz(void *to, const void *from, size_t size,
                                       hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, hipMemcpyDefault, per_thread(stream));
}

CUDA_API hipError_t cuMemcpy(void *to, const void *from, size_t size) {
  return hipMemcpy(to, from, size, hipMemcpyDefault);
}

CUDA_API hipError_t cuMemcpy_ptds(void *to, const void *from, size_t size) {
  Blocking blocking;
  return cuMemcpyAsync(to, from, size, kPerThread);
}

// Contexts are of the one address space of all devices.
CUDA_API hipError_t cuMemcpyPeerAsync(void *to, void *, const void *from, void *, size_t size,
                                      hipStream_t stream) {
  return hipMemcpyAsync(to, from, size, hipMemcpyDeviceToDevice, stream);
}

CUDA_API hipError_t cuMemcpyPeer(void *to, void *, const void *from, void *, size_t size) {
  return hipMemcpy(to, from, size, hipMemcpyDeviceToDevice);
}

CUDA_API hipError_t cuMemcpy2DAsync_v2(const Copy2D *p, hipStream_t stream) {
  return run_2d(p, stream);
}

CUDA_API hipError_t cuMemcpy2DAsync_v2_ptsz(const Copy2D *p, hipStream_t stream) {
  return run_2d(p, per_thread(stream));
}

CUDA_API hipError_t cuMemcpy2D_v2(const Copy2D *p) {
  Blocking blocking;
  return run_2d(p, nullptr);
}

CUDA_API hipError_t cuMemcpy2D_v2_ptds(const Copy2D *p) {
  Blocking blocking;
  return run_2d(p, kPerThread);
}

CUDA_API hipError_t cuMemcpy2DUnaligned_v2(const Copy2D *p) { return cuMemcpy2D_v2(p); }

CUDA_API hipError_t cuMemcpy2DUnaligned_v2_ptds(const Copy2D *p) { return cuMemcpy2D_v2_ptds(p); }

CUDA_API hipError_t cuMemcpy3DAsync_v2(const CudaCopy *p, hipStream_t stream) {
  return run_3d(p, stream);
}

CUDA_API hipError_t cuMemcpy3DAsync_v2_ptsz(const CudaCopy *p, hipStream_t stream) {
  return run_3d(p, per_thread(stream));
}

CUDA_API hipError_t cuMemcpy3D_v2(const CudaCopy *p) {
  Blocking blocking;
  return run_3d(p, nullptr);
}

CUDA_API hipError_t cuMemcpy3D_v2_ptds(const CudaCopy *p) {
  Blocking blocking;
  return run_3d(p, kPerThread);
}

CUDA_API hipError_t cuMemcpy3DPeerAsync(const CudaCopy *p, hipStream_t stream) {
  return run_3d(p, stream);
}

CUDA_API hipError_t cuMemcpy3DPeer(const CudaCopy *p) { return cuMemcpy3D_v2(p); }

CUDA_API hipError_t cuMemsetD2D8Async(void *to, size_t pitch, uint8_t value, size_t width,
                                      size_t height, hipStream_t stream) {
  return fill_2d(to, pitch, value, width, height, stream);
}

CUDA_API hipError_t cuMemsetD2D8Async_ptsz(void *to, size_t pitch, uint8_t value, size_t width,
                                           size_t height, hipStream_t stream) {
  return fill_2d(to, pitch, value, width, height, per_thread(stream));
}

CUDA_API hipError_t cuMemsetD2D8_v2(void *to, size_t pitch, uint8_t value, size_t width,
                                    size_t height) {
  return fill_2d_now(to, pitch, value, width, height, nullptr);
}

CUDA_API hipError_t cuMemsetD2D8_v2_ptds(void *to, size_t pitch, uint8_t value, size_t width,
                                         size_t height) {
  return fill_2d_now(to, pitch, value, width, height, kPerThread);
}

CUDA_API hipError_t cuMemsetD2D16Async(void *to, size_t pitch, uint16_t value, size_t width,
                                       size_t height, hipStream_t stream) {
  return fill_2d(to, pitch, value, width, height, stream);
}

CUDA_API hipError_t cuMemsetD2D16Async_ptsz(void *to, size_t pitch, uint16_t value, size_t width,
                                            size_t height, hipStream_t stream) {
  return fill_2d(to, pitch, value, width, height, per_thread(stream));
}

CUDA_API hipError_t cuMemsetD2D16_v2(void *to, size_t pitch, uint16_t value, size_t width,
                                     size_t height) {
  return fill_2d_now(to, pitch, value, width, height, nullptr);
}

CUDA_API hipError_t cuMemsetD2D16_v2_ptds(void *to, size_t pitch, uint16_t value, size_t width,
                                          size_t height) {
  return fill_2d_now(to, pitch, value, width, height, kPerThread);
}

CUDA_API hipError_t cuMemsetD2D32Async(void *to, size_t pitch, uint32_t value, size_t width,
                                       size_t height, hipStream_t stream) {
  return fill_2d(to, pitch, value, width, height, stream);
}

CUDA_API hipError_t cuMemsetD2D32Async_ptsz(void *to, size_t pitch, uint32_t value, size_t width,
                                            size_t height, hipStream_t stream) {
  return fill_2d(to, pitch, value, width, height, per_thread(stream));
}

CUDA_API hipError_t cuMemsetD2D32_v2(void *to, size_t pitch, uint32_t value, size_t width,
                                     size_t height) {
  return fill_2d_now(to, pitch, value, width, height, nullptr);
}

CUDA_API hipError_t cuMemsetD2D32_v2_ptds(void *to, size_t pitch, uint32_t value, size_t width,
                                          size_t height) {
  return fill_2d_now(to, pitch, value, width, height, kPerThread);
}
