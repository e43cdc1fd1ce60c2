// Events.
#include "device_output.hpp"
#include "events.hpp"
#include "hip_types.hpp"

#include <mutex>
#include <unordered_set>

using namespace cass;

namespace {

constexpr unsigned kDisableTiming = 2, kInterprocess = 4;
constexpr auto kLeast =
    std::chrono::microseconds(1); // two events never have the same time on hardware

std::mutex mutex;

std::unordered_set<Event *> &events() {
  static auto *events = new std::unordered_set<Event *>;
  return *events;
}

} // namespace

bool cass::known(const Event *event) {
  std::lock_guard lock(mutex);
  return events().count(const_cast<Event *>(event)) != 0;
}

Event *cass::make_event(unsigned flags, std::shared_ptr<SharedEvent> shared) {
  auto *event = new Event;
  event->flags = flags;
  event->shared = std::move(shared);
  std::lock_guard lock(mutex);
  events().insert(event);
  return event;
}

hipError_t cass::record(Event *event, Stream *handle) {
  Stream *stream = stream_of(handle);
  if (!stream || !known(event))
    return hipErrorInvalidHandle;
  event->capture = stream->capture;
  event->heads = stream->heads;
  if (stream->capture)
    return hipSuccess;
  auto mark = std::make_shared<Event::Mark>();
  auto shared = event->shared;
  uint64_t number = shared ? shared->begin() : 0;
  mark->task = enqueue(*stream, [mark, shared, number] {
    mark->time = std::chrono::steady_clock::now();
    if (shared)
      shared->finish(number);
    return hipSuccess;
  });
  event->mark = mark;
  return hipSuccess;
}

HIP_API hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags) {
  constexpr unsigned kKnown = 0xe0000007;
  if (!event || (flags & ~kKnown))
    return done(hipErrorInvalidValue);
  if (!(flags & kInterprocess)) {
    *event = make_event(flags, nullptr);
    return done(hipSuccess);
  }
  auto shared = flags & kDisableTiming ? SharedEvent::make() : nullptr;
  if (!shared)
    return done(flags & kDisableTiming ? hipErrorOutOfMemory : hipErrorInvalidValue);
  *event = make_event(flags, std::move(shared));
  return done(hipSuccess);
}

HIP_API hipError_t hipEventCreate(hipEvent_t *event) { return hipEventCreateWithFlags(event, 0); }

HIP_API hipError_t hipEventDestroy(hipEvent_t event) {
  std::lock_guard lock(mutex);
  if (events().erase(event) == 0)
    return done(event ? hipErrorContextIsDestroyed : hipErrorInvalidHandle);
  delete event;
  return done(hipSuccess);
}

HIP_API hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream) {
  return done(record(event, stream));
}

HIP_API hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream) {
  return done(record(event, per_thread(stream)));
}

HIP_API hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned) {
  return done(record(event, stream));
}

HIP_API hipError_t hipEventSynchronize(hipEvent_t event) {
  if (!known(event))
    return done(hipErrorInvalidHandle);
  if (event->capture)
    return done(hipErrorCapturedEvent);
  hipError_t error = event->mark ? wait(event->mark->task) : hipSuccess;
  if (event->shared)
    event->shared->wait(event->shared->last());
  return done(error);
}

HIP_API hipError_t hipEventQuery(hipEvent_t event) {
  if (!known(event))
    return done(hipErrorInvalidHandle);
  if (event->capture)
    return done(hipErrorCapturedEvent);
  flush_device_output();
  bool passed = !event->mark || finished(event->mark->task);
  if (event->shared)
    passed = passed && event->shared->passed(event->shared->last());
  return done(passed ? hipSuccess : hipErrorNotReady);
}

HIP_API hipError_t hipEventElapsedTime(float *milliseconds, hipEvent_t start, hipEvent_t stop) {
  if (!milliseconds)
    return done(hipErrorInvalidValue);
  if (!known(start) || !known(stop) || !start->mark || !stop->mark)
    return done(hipErrorInvalidHandle);
  if ((start->flags | stop->flags) & kDisableTiming)
    return done(hipErrorInvalidHandle);
  if (!finished(start->mark->task) || !finished(stop->mark->task))
    return done(hipErrorNotReady);
  auto passed = stop->mark->time - start->mark->time;
  if (start != stop && passed >= passed.zero() && passed < kLeast)
    passed = kLeast;
  *milliseconds = std::chrono::duration<float, std::milli>(passed).count();
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t event, unsigned) {
  Stream *stream = stream_of(handle);
  if (!stream || !known(event))
    return done(hipErrorInvalidHandle);
  if (!event->capture && stream->capture)
    return done(hipErrorStreamCaptureIsolation);
  if (!event->capture) {
    if (event->mark && !finished(event->mark->task))
      stream->needs.push_back(event->mark->task);
    if (auto shared = event->shared; shared && !shared->passed(shared->last()))
      enqueue(*stream, [shared, number = shared->last()] {
        shared->wait(number);
        return hipSuccess;
      });
    return done(hipSuccess);
  }
  if (stream->capture && stream->capture != event->capture)
    return done(hipErrorStreamCaptureMerge);
  stream->capture =
      event->capture; // waiting for captured work makes this stream part of the capture
  stream->heads.insert(stream->heads.end(), event->heads.begin(), event->heads.end());
  return done(hipSuccess);
}

HIP_API hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned flags) {
  return hipStreamWaitEvent(per_thread(stream), event, flags);
}
