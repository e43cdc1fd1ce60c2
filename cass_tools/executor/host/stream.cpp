#include "stream.hpp"

#include "device.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <set>

namespace cass {

namespace {

struct Streams {
  std::mutex mutex;
  std::set<Stream *> made; // by the program
  std::set<Stream *> own;  // per-thread ones
  std::map<int, Stream> null;

  template <typename F> void each(F visit) {
    for (auto &[device, stream] : null)
      visit(stream);
    for (auto *group : {&made, &own})
      for (Stream *stream : *group)
        visit(*stream);
  }
};

Streams &streams() {
  static Streams *streams = new Streams;
  return *streams;
}

constexpr uintptr_t kLegacy = 1;

Stream *null_stream() {
  int device = current_device();
  std::lock_guard lock(streams().mutex);
  Stream &stream = streams().null[device];
  stream.device = device;
  stream.null = true;
  return &stream;
}

// A thread's own stream on each device it used.
struct OwnStreams {
  std::map<int, std::unique_ptr<Stream>> by_device;

  Stream *get() {
    std::unique_ptr<Stream> &stream = by_device[current_device()];
    if (!stream) {
      stream = std::make_unique<Stream>();
      stream->device = current_device();
      std::lock_guard lock(streams().mutex);
      streams().own.insert(stream.get());
    }
    return stream.get();
  }

  ~OwnStreams() {
    for (auto &[device, stream] : by_device) {
      std::lock_guard lock(streams().mutex);
      streams().own.erase(stream.get());
    }
  }
};

Stream *own_stream() {
  static thread_local OwnStreams own;
  return own.get();
}

// The last work of the streams that the null stream orders itself with.
std::vector<TaskPtr> ordered_with(const Stream &stream) {
  std::vector<TaskPtr> last;
  if (stream.flags & kNonBlockingStream)
    return last;
  std::lock_guard lock(streams().mutex);
  streams().each([&](Stream &other) {
    bool concerns = other.device == stream.device && &other != &stream &&
                    !(other.flags & kNonBlockingStream) && (stream.null || other.null);
    if (TaskPtr task = concerns ? other.queue.last() : nullptr)
      last.push_back(std::move(task));
  });
  return last;
}

std::atomic<int> captures{0};

// The captures that a call concerns fail; it does as well where there are any.
template <typename F> hipError_t invalidate(hipError_t error, F concerns) {
  bool any = false;
  std::lock_guard lock(streams().mutex);
  streams().each([&](Stream &stream) {
    if (stream.capture && concerns(stream))
      any = stream.invalid = true;
  });
  return any ? error : hipSuccess;
}

} // namespace

Stream *stream_of(Stream *handle) {
  if (handle == kPerThread)
    return own_stream();
  if (reinterpret_cast<uintptr_t>(handle) <= kLegacy)
    return null_stream();
  std::lock_guard lock(streams().mutex);
  return streams().made.count(handle) ? handle : nullptr;
}

Stream *make_stream(unsigned flags, int priority) {
  auto *stream = new Stream;
  stream->device = current_device();
  stream->flags = flags;
  stream->priority = priority;
  std::lock_guard lock(streams().mutex);
  streams().made.insert(stream);
  return stream;
}

bool drop_stream(Stream *handle) {
  {
    std::lock_guard lock(streams().mutex);
    if (streams().made.count(handle) == 0)
      return false;
  }
  synchronize(*handle); // still known, so that the null stream keeps waiting for it
  {
    std::lock_guard lock(streams().mutex);
    streams().made.erase(handle);
  }
  if (!at_work()) // a callback may run on this stream's own thread
    delete handle;
  return true;
}

std::vector<Stream *> capturing(const Graph *graph) {
  std::lock_guard lock(streams().mutex);
  std::vector<Stream *> found;
  streams().each([&](Stream &stream) {
    if (stream.capture == graph)
      found.push_back(&stream);
  });
  return found;
}

void count_captures(int change) { captures += change; }

CaptureMode &thread_capture_mode() {
  static thread_local CaptureMode mode = CaptureMode::Global;
  return mode;
}

hipError_t check_unsafe() {
  CaptureMode mine = thread_capture_mode();
  if (captures == 0 || mine == CaptureMode::Relaxed || at_work())
    return hipSuccess;
  return invalidate(hipErrorStreamCaptureUnsupported, [&](const Stream &s) {
    bool own = s.capturer == std::this_thread::get_id() && s.mode != CaptureMode::Relaxed;
    return s.origin && (own || (s.mode == CaptureMode::Global && mine == CaptureMode::Global));
  });
}

hipError_t check_waiting() {
  if (captures == 0)
    return hipSuccess;
  return invalidate(hipErrorStreamCaptureUnsupported, [](const Stream &) { return true; });
}

hipError_t check_null(const Stream &stream) {
  if (captures == 0 || !stream.null || at_work())
    return hipSuccess;
  return invalidate(hipErrorStreamCaptureImplicit,
                    [](const Stream &s) { return !(s.flags & kNonBlockingStream); });
}

hipError_t submit(Stream *handle, NodeKind kind, std::function<hipError_t()> work,
                  std::any parameters) {
  Stream *stream = stream_of(handle);
  if (!stream)
    return hipErrorInvalidHandle;
  if (hipError_t error = lost())
    return error;
  if (hipError_t error = check_null(*stream))
    return error;
  if (!stream->capture) {
    TaskPtr task = enqueue(*stream, std::move(work));
    return task->awaited ? task->error : hipSuccess;
  }
  if (stream->invalid)
    return hipErrorStreamCaptureInvalidated;
  stream->heads = {stream->capture->add(kind, stream->heads, std::move(work))};
  stream->heads.front()->parameters = std::move(parameters);
  return hipSuccess;
}

TaskPtr enqueue(Stream &stream, std::function<hipError_t()> work) {
  std::vector<TaskPtr> needs = ordered_with(stream);
  for (TaskPtr &task : stream.needs)
    needs.push_back(std::move(task));
  stream.needs.clear();
  return stream.queue.add(std::move(work), std::move(needs));
}

hipError_t synchronize(Stream &stream) {
  std::vector<TaskPtr> tasks = stream.needs;
  tasks.push_back(stream.queue.last());
  if (stream.null)
    for (TaskPtr &task : ordered_with(stream))
      tasks.push_back(std::move(task));
  for (const TaskPtr &task : tasks)
    wait(task);
  return stream.queue.take_error();
}

hipError_t synchronize_device(int device) {
  std::vector<TaskPtr> last;
  {
    std::lock_guard lock(streams().mutex);
    streams().each([&](Stream &stream) {
      if (device == -1 || stream.device == device)
        last.push_back(stream.queue.last());
    });
  }
  hipError_t first = hipSuccess;
  for (const TaskPtr &task : last)
    if (hipError_t error = wait(task); error && !first)
      first = error;
  return first;
}

bool idle(Stream &stream) {
  if (!finished(stream.queue.last()))
    return false;
  if (!stream.null)
    return true;
  for (const TaskPtr &task : ordered_with(stream))
    if (!finished(task))
      return false;
  return true;
}

} // namespace cass
