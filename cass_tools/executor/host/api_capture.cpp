// Capturing a stream's work into a graph.
#include "hip_types.hpp"

#include <algorithm>
#include <vector>

using namespace cass;

namespace {

enum Status { None, Active, Invalidated };

int status_of(const Stream &s) { return !s.capture ? None : s.invalid ? Invalidated : Active; }

bool special(hipStream_t handle) { return reinterpret_cast<uintptr_t>(handle) <= 1; }

bool comes_before(const Node *node, const std::vector<Node *> &heads) {
  return std::any_of(heads.begin(), heads.end(), [&](const Node *head) {
    return head == node || comes_before(node, head->needs);
  });
}

// Whether all that other streams did comes before what the first one did last.
bool joined(const Stream &first) {
  for (const Stream *other : capturing(first.capture))
    for (const Node *head : other->heads)
      if (!comes_before(head, first.heads))
        return false;
  return true;
}

hipError_t begin(hipStream_t handle, int mode, Graph *graph) {
  Stream *stream = stream_of(handle);
  if (!stream)
    return hipErrorContextIsDestroyed;
  if (special(handle))
    return hipErrorStreamCaptureUnsupported;
  if (mode < 0 || mode > static_cast<int>(CaptureMode::Relaxed))
    return hipErrorInvalidValue;
  if (stream->capture)
    return hipErrorIllegalState;
  stream->capture = graph ? graph : new Graph;
  stream->given = graph;
  stream->origin = true;
  stream->invalid = false;
  stream->mode = static_cast<CaptureMode>(mode);
  stream->capturer = std::this_thread::get_id();
  stream->heads.clear();
  count_captures(1);
  return hipSuccess;
}

} // namespace

HIP_API hipError_t hipStreamBeginCapture(hipStream_t handle, int mode) {
  return done(begin(handle, mode, nullptr));
}

HIP_API hipError_t hipStreamBeginCaptureToGraph(hipStream_t handle, hipGraph_t graph,
                                                const hipGraphNode_t *needs, const void *,
                                                size_t count, int mode) {
  if (!known(graph) || (count && !needs))
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (!known(needs[i]) || needs[i]->graph != graph)
      return done(hipErrorInvalidValue);
  if (hipError_t error = begin(handle, mode, graph))
    return done(error);
  stream_of(handle)->heads.assign(needs, needs + count);
  return done(hipSuccess);
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
  bool failed = false, unjoined = !joined(*stream), given = stream->given;
  if (stream->mode != CaptureMode::Relaxed && stream->capturer != std::this_thread::get_id())
    return done(hipErrorStreamCaptureWrongThread);
  Graph *captured = stream->capture;
  // Every stream that joined by waiting for one of the capture's events leaves it.
  for (Stream *part : capturing(captured)) {
    failed |= part->invalid;
    part->capture = nullptr;
    part->origin = part->invalid = false;
    part->heads.clear();
  }
  count_captures(-1);
  failed |= unjoined;
  *graph = failed ? nullptr : captured;
  if (failed && !given)
    delete captured;
  return done(unjoined ? hipErrorStreamCaptureUnjoined
              : failed ? hipErrorStreamCaptureInvalidated
                       : hipSuccess);
}

HIP_API hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *graph) {
  return hipStreamEndCapture(per_thread(stream), graph);
}

HIP_API hipError_t hipStreamIsCapturing(hipStream_t handle, int *status) {
  Stream *stream = stream_of(handle);
  if (!stream || !status)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  if (hipError_t error = check_null(*stream))
    return done(error);
  *status = status_of(*stream);
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamIsCapturing_spt(hipStream_t stream, int *status) {
  return hipStreamIsCapturing(per_thread(stream), status);
}

HIP_API hipError_t hipStreamGetCaptureInfo(hipStream_t handle, int *status,
                                           unsigned long long *id) {
  Stream *stream = stream_of(handle);
  if (!stream || !status)
    return done(stream ? hipErrorInvalidValue : hipErrorContextIsDestroyed);
  if (hipError_t error = check_null(*stream))
    return done(error);
  *status = status_of(*stream);
  if (id && stream->capture)
    *id = reinterpret_cast<uintptr_t>(stream->capture);
  return done(hipSuccess);
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
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, int *status,
                                               unsigned long long *id) {
  return hipStreamGetCaptureInfo(per_thread(stream), status, id);
}

HIP_API hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, int *status,
                                                  unsigned long long *id, hipGraph_t *graph,
                                                  const hipGraphNode_t **heads, size_t *count) {
  return hipStreamGetCaptureInfo_v2(per_thread(stream), status, id, graph, heads, count);
}

HIP_API hipError_t hipStreamUpdateCaptureDependencies(hipStream_t handle, hipGraphNode_t *nodes,
                                                      size_t count, unsigned flags) {
  constexpr unsigned kAdd = 0, kSet = 1;
  Stream *stream = stream_of(handle);
  if (!stream || !stream->capture)
    return done(hipErrorIllegalState);
  if (flags != kAdd && flags != kSet)
    return done(hipErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) // stops at what is behind the end, if `count` is wrong
    if (!nodes || !known(nodes[i]))
      return done(hipErrorInvalidValue);
  if (flags == kSet)
    stream->heads.clear();
  stream->heads.insert(stream->heads.end(), nodes, nodes + count);
  return done(hipSuccess);
}

HIP_API hipError_t hipThreadExchangeStreamCaptureMode(int *mode) {
  if (!mode || *mode < 0 || *mode > static_cast<int>(CaptureMode::Relaxed))
    return done(hipErrorInvalidValue);
  auto before = static_cast<int>(thread_capture_mode());
  thread_capture_mode() = static_cast<CaptureMode>(*mode);
  *mode = before;
  return done(hipSuccess);
}
