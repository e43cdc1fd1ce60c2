// Capturing a stream's work into a graph.
#include "hip_types.hpp"

#include <vector>

using namespace cass;

namespace {

enum Status { None, Active, Invalidated };

int status_of(const Stream &s) { return !s.capture ? None : s.invalid ? Invalidated : Active; }

bool special(hipStream_t handle) { return reinterpret_cast<uintptr_t>(handle) <= 1; }

} // namespace

HIP_API hipError_t hipStreamBeginCapture(hipStream_t handle, int) {
  Stream *stream = stream_of(handle);
  if (!stream)
    return done(hipErrorContextIsDestroyed);
  if (special(handle))
    return done(hipErrorStreamCaptureUnsupported);
  if (stream->capture)
    return done(hipErrorIllegalState);
  stream->capture = new Graph;
  stream->origin = true;
  stream->invalid = false;
  stream->heads.clear();
  return hipSuccess;
}

HIP_API hipError_t hipStreamBeginCapture_spt(hipStream_t stream, int mode) {
  return hipStreamBeginCapture(per_thread(stream), mode);
}

HIP_API hipError_t hipStreamEndCapture(hipStream_t handle, hipGraph_t *graph) {
  Stream *stream = stream_of(handle);
  if (!stream || !graph)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  if (!stream->capture)
    return done(hipErrorIllegalState);
  if (!stream->origin)
    return done(hipErrorStreamCaptureUnmatched);
  bool failed = stream->invalid;
  Graph *captured = stream->capture;
  // Every stream that joined by waiting for one of the capture's events leaves it.
  for (Stream *joined : capturing(captured)) {
    joined->capture = nullptr;
    joined->origin = joined->invalid = false;
    joined->heads.clear();
  }
  *graph = failed ? nullptr : captured;
  if (failed)
    delete captured;
  return done(failed ? hipErrorStreamCaptureInvalidated : hipSuccess);
}

HIP_API hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *graph) {
  return hipStreamEndCapture(per_thread(stream), graph);
}

HIP_API hipError_t hipStreamIsCapturing(hipStream_t handle, int *status) {
  Stream *stream = stream_of(handle);
  if (!stream || !status)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  *status = status_of(*stream);
  return hipSuccess;
}

HIP_API hipError_t hipStreamIsCapturing_spt(hipStream_t stream, int *status) {
  return hipStreamIsCapturing(per_thread(stream), status);
}

HIP_API hipError_t hipStreamGetCaptureInfo(hipStream_t handle, int *status,
                                           unsigned long long *id) {
  Stream *stream = stream_of(handle);
  if (!stream || !status)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  *status = status_of(*stream);
  if (id && stream->capture)
    *id = reinterpret_cast<uintptr_t>(stream->capture);
  return hipSuccess;
}

HIP_API hipError_t hipStreamGetCaptureInfo_v2(hipStream_t handle, int *status,
                                              unsigned long long *id, hipGraph_t *graph,
                                              const hipGraphNode_t **heads, size_t *count) {
  hipError_t error = hipStreamGetCaptureInfo(handle, status, id);
  Stream *stream = stream_of(handle);
  if (error || !stream->capture)
    return error;
  if (graph)
    *graph = stream->capture;
  if (heads)
    *heads = stream->heads.data();
  if (count)
    *count = stream->heads.size();
  return hipSuccess;
}

HIP_API hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, hipGraphNode_t *nodes,
                                                      size_t count, unsigned flags) {
  constexpr unsigned kAdd = 0, kSet = 1;
  Stream *stream = stream_of(handle);
  if (!stream || !stream->capture)
    return done(hipErrorIllegalState);
  if (flags != kAdd && flags != kSet)
    return done(hipErrorInvalidValue);
  if (flags == kSet)
    stream->heads.clear();
  stream->heads.insert(stream->heads.end(), nodes, nodes + count);
  return hipSuccess;
}

HIP_API hipError_t hipThreadExchangeStreamCaptureMode(int *mode) {
  static thread_local int kept = 0;
  if (!mode)
    return done(hipErrorInvalidValue);
  std::swap(*mode, kept);
  return hipSuccess;
}
