// CUDA's calls about streams that HIP lacks, or lacks for the default stream of each thread.
#include "hip_types.hpp"

#include "device.hpp"

using namespace cass;

extern "C" {
hipError_t hipMallocAsync(void **, size_t, hipStream_t);
hipError_t hipMallocFromPoolAsync(void **, size_t, void *, hipStream_t);
hipError_t hipFreeAsync(void *, hipStream_t);
hipError_t hipGraphUpload(void *, hipStream_t);
hipError_t hipStreamAttachMemAsync(hipStream_t, void *, size_t, unsigned);
}

namespace {

template <typename T> hipError_t give(hipStream_t stream, T *result, T (*value)(const Stream &)) {
  const Stream *found = stream_of(stream);
  if (!found || !result)
    return done(found ? hipErrorInvalidValue : hipErrorInvalidHandle);
  *result = value(*found);
  return hipSuccess;
}

hipError_t check_stream(hipStream_t stream, bool right) {
  if (!stream_of(stream))
    return done(hipErrorInvalidHandle);
  return done(right ? hipSuccess : hipErrorInvalidValue);
}

} // namespace

CUDA_API hipError_t cudaMallocAsync_ptsz(void **pointer, size_t size, hipStream_t stream) {
  return hipMallocAsync(pointer, size, per_thread(stream));
}

CUDA_API hipError_t cudaMallocFromPoolAsync_ptsz(void **pointer, size_t size, void *pool,
                                                 hipStream_t stream) {
  return hipMallocFromPoolAsync(pointer, size, pool, per_thread(stream));
}

CUDA_API hipError_t cudaFreeAsync_ptsz(void *pointer, hipStream_t stream) {
  return hipFreeAsync(pointer, per_thread(stream));
}

CUDA_API hipError_t cudaGraphUpload_ptsz(void *exec, hipStream_t stream) {
  return hipGraphUpload(exec, per_thread(stream));
}

CUDA_API hipError_t cudaStreamAttachMemAsync_ptsz(hipStream_t stream, void *pointer, size_t size,
                                                  unsigned flags) {
  return hipStreamAttachMemAsync(per_thread(stream), pointer, size, flags);
}

CUDA_API hipError_t cudaStreamGetDevice(hipStream_t stream, int *device) {
  return give<int>(stream, device, [](const Stream &s) { return s.device; });
}

CUDA_API hipError_t cudaStreamGetId(hipStream_t stream, unsigned long long *id) {
  return give<unsigned long long>(stream, id, [](const Stream &s) -> unsigned long long {
    return reinterpret_cast<uintptr_t>(&s);
  });
}

// Hints: which data to keep in the cache, how the host waits. Their values are not kept.
CUDA_API hipError_t cudaStreamSetAttribute(hipStream_t stream, int, const void *value) {
  return check_stream(stream, value);
}

CUDA_API hipError_t cudaStreamCopyAttributes(hipStream_t to, hipStream_t from) {
  return check_stream(to, stream_of(from));
}

CUDA_API hipError_t cudaCtxResetPersistingL2Cache() { return done(hipSuccess); }

CUDA_API hipError_t cudaInitDevice(int number, unsigned, unsigned) {
  return done(is_device(number) ? hipSuccess : hipErrorInvalidDevice);
}
