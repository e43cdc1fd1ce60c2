// Streams.
#include "device.hpp"
#include "device_output.hpp"
#include "graph_nodes.hpp"

#include <cstring>
#include <thread>

using namespace cass;

namespace {

constexpr int kLeastPriority = 1, kGreatestPriority = -1;

using Callback = void (*)(hipStream_t, hipError_t, void *);
using HostFunction = void (*)(void *);

template <typename T>
hipError_t wait_value(hipStream_t stream, const void *pointer, T value, unsigned flags, T mask) {
  constexpr unsigned kNor = 3;
  if (!pointer || flags > kNor)
    return hipErrorInvalidValue;
  if (!stream_of(stream))
    return hipErrorContextIsDestroyed;
  return submit(stream, NodeKind::Kernel, [=] {
    const volatile T *at = static_cast<const volatile T *>(pointer);
    const auto reached = [&] {
      T now = *at & mask;
      return flags == 0   ? now >= value
             : flags == 1 ? now == value
             : flags == 2 ? (now & value) != 0
                          : static_cast<T>(~(now | value)) != 0;
    };
    while (!reached())
      std::this_thread::yield();
    return hipSuccess;
  });
}

template <typename T> hipError_t write_value(hipStream_t stream, void *pointer, T value) {
  if (!pointer)
    return hipErrorInvalidValue;
  if (!stream_of(stream))
    return hipErrorContextIsDestroyed;
  return submit(stream, NodeKind::Memset, [=] {
    std::memcpy(pointer, &value, sizeof value);
    return hipSuccess;
  });
}

} // namespace

HIP_API hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned flags, int priority) {
  if (!stream || flags > kNonBlockingStream)
    return done(hipErrorInvalidValue);
  priority = priority < kGreatestPriority ? kGreatestPriority : priority;
  *stream = make_stream(flags, priority > kLeastPriority ? kLeastPriority : priority);
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags) {
  return hipStreamCreateWithPriority(stream, flags, 0);
}

HIP_API hipError_t hipStreamCreate(hipStream_t *stream) {
  return hipStreamCreateWithFlags(stream, 0);
}

HIP_API hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t size,
                                                const uint32_t *mask) {
  return size == 0 || !mask ? done(hipErrorInvalidValue) : hipStreamCreate(stream);
}

HIP_API hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  if (least)
    *least = kLeastPriority;
  if (greatest)
    *greatest = kGreatestPriority;
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamDestroy(hipStream_t stream) {
  if (!stream)
    return done(hipErrorInvalidHandle);
  return done(drop_stream(stream) ? hipSuccess : hipErrorContextIsDestroyed);
}

HIP_API hipError_t hipStreamSynchronize(hipStream_t handle) {
  Stream *stream = stream_of(handle);
  if (!stream)
    return done(hipErrorContextIsDestroyed);
  if (hipError_t error = check_null(*stream))
    return done(error);
  if (!stream->capture)
    return done(synchronize(*stream));
  stream->invalid = true;
  return done(hipErrorStreamCaptureUnsupported);
}

HIP_API hipError_t hipStreamSynchronize_spt(hipStream_t stream) {
  return hipStreamSynchronize(per_thread(stream));
}

HIP_API hipError_t hipStreamQuery(hipStream_t handle) {
  Stream *stream = stream_of(handle);
  if (!stream)
    return done(hipErrorContextIsDestroyed);
  if (stream->capture) {
    stream->invalid = true;
    return done(hipErrorStreamCaptureUnsupported);
  }
  if (hipError_t error = check_null(*stream))
    return done(error);
  flush_device_output();
  return done(idle(*stream) ? stream->queue.take_error() : hipErrorNotReady);
}

HIP_API hipError_t hipStreamQuery_spt(hipStream_t stream) {
  return hipStreamQuery(per_thread(stream));
}

HIP_API hipError_t hipStreamGetFlags(hipStream_t handle, unsigned *flags) {
  Stream *stream = stream_of(handle);
  if (!stream || !flags)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  *flags = stream->flags;
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned *flags) {
  return hipStreamGetFlags(per_thread(stream), flags);
}

HIP_API hipError_t hipStreamGetPriority(hipStream_t handle, int *priority) {
  Stream *stream = stream_of(handle);
  if (!stream || !priority)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  *priority = stream->priority;
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority) {
  return hipStreamGetPriority(per_thread(stream), priority);
}

HIP_API hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *number) {
  if (!stream_of(stream) || !number)
    return done(hipErrorInvalidValue);
  *number = stream_of(stream)->device;
  return done(hipSuccess);
}

HIP_API int hipGetStreamDeviceId(hipStream_t stream) {
  return stream_of(stream) ? stream_of(stream)->device : current_device();
}

HIP_API hipError_t hipStreamAddCallback(hipStream_t stream, Callback callback, void *data,
                                        unsigned flags) {
  if (!callback || flags)
    return done(hipErrorInvalidValue);
  return done(submit(stream, NodeKind::Host, [=] {
    callback(stream, hipSuccess, data);
    return done(hipSuccess);
  }));
}

HIP_API hipError_t hipStreamAddCallback_spt(hipStream_t stream, Callback callback, void *data,
                                            unsigned flags) {
  return hipStreamAddCallback(per_thread(stream), callback, data, flags);
}

HIP_API hipError_t hipLaunchHostFunc(hipStream_t stream, HostFunction function, void *data) {
  if (!function)
    return done(hipErrorInvalidValue);
  return done(submit(
      stream, NodeKind::Host,
      [=] {
        function(data);
        return hipSuccess;
      },
      hipHostNodeParams{function, data}));
}

HIP_API hipError_t hipLaunchHostFunc_spt(hipStream_t stream, HostFunction function, void *data) {
  return hipLaunchHostFunc(per_thread(stream), function, data);
}

HIP_NO_EFFECT hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *pointer, size_t,
                                                 unsigned) {
  return done(stream_of(stream) && pointer ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipStreamWaitValue32(hipStream_t stream, void *pointer, uint32_t value,
                                        unsigned flags, uint32_t mask) {
  return done(wait_value(stream, pointer, value, flags, mask));
}

HIP_API hipError_t hipStreamWaitValue64(hipStream_t stream, void *pointer, uint64_t value,
                                        unsigned flags, uint64_t mask) {
  return done(wait_value(stream, pointer, value, flags, mask));
}

HIP_API hipError_t hipStreamWriteValue32(hipStream_t stream, void *pointer, uint32_t value,
                                         unsigned) {
  return done(write_value(stream, pointer, value));
}

HIP_API hipError_t hipStreamWriteValue64(hipStream_t stream, void *pointer, uint64_t value,
                                         unsigned) {
  return done(write_value(stream, pointer, value));
}
