#include "stream.hpp"

#include <mutex>
#include <unordered_set>

namespace cass {

namespace {

struct Streams {
  std::mutex mutex;
  std::unordered_set<Stream *> made;
  Stream null;
};

Streams &streams() {
  static Streams *streams = new Streams;
  return *streams;
}

constexpr uintptr_t kLastSpecial = 2; // 0 null, 1 legacy, 2 per thread

} // namespace

Stream *stream_of(Stream *handle) {
  if (reinterpret_cast<uintptr_t>(handle) <= kLastSpecial)
    return &streams().null;
  std::lock_guard lock(streams().mutex);
  return streams().made.count(handle) ? handle : nullptr;
}

Stream *make_stream(unsigned flags, int priority) {
  auto *stream = new Stream;
  stream->flags = flags;
  stream->priority = priority;
  std::lock_guard lock(streams().mutex);
  streams().made.insert(stream);
  return stream;
}

bool drop_stream(Stream *handle) {
  std::lock_guard lock(streams().mutex);
  if (streams().made.erase(handle) == 0)
    return false;
  delete handle;
  return true;
}

std::vector<Stream *> capturing(const Graph *graph) {
  std::lock_guard lock(streams().mutex);
  std::vector<Stream *> found;
  for (Stream *stream : streams().made)
    if (stream->capture == graph)
      found.push_back(stream);
  return found;
}

hipError_t submit(Stream *handle, NodeKind kind, std::function<hipError_t()> work) {
  Stream *stream = stream_of(handle);
  if (!stream)
    return hipErrorInvalidHandle;
  if (!stream->capture)
    return work ? work() : hipSuccess;
  if (stream->invalid)
    return hipErrorStreamCaptureInvalidated;
  stream->heads = {stream->capture->add(kind, stream->heads, std::move(work))};
  return hipSuccess;
}

} // namespace cass
