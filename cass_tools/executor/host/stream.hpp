// Streams: queues of work, ordered among each other as HIP's legacy default stream asks for.
// A stream that is being captured collects its work in a graph instead.
#pragma once

#include "graph.hpp"
#include "hip_errors.hpp"
#include "work.hpp"

#include <any>
#include <functional>

namespace cass {

// Which calls a capture forbids: those that other threads make too, its own thread's, none.
enum class CaptureMode : int { Global, ThreadLocal, Relaxed };

struct Stream {
  int device = 0;
  bool null = false; // the device's legacy default stream
  unsigned flags = 0;
  int priority = 0;
  Graph *capture = nullptr; // the graph that collects this stream's work
  bool origin = false;      // the capture began here
  bool invalid = false;     // the capture failed and can only be ended
  bool given = false;       // the graph was there before
  CaptureMode mode = CaptureMode::Global;
  std::thread::id capturer;   // who began the capture
  std::vector<Node *> heads;  // what the next captured work depends on
  std::vector<TaskPtr> needs; // what the next work waits for: events of other streams
  WorkQueue queue;
};

constexpr unsigned kNonBlockingStream = 1;

// The stream that `hipStreamPerThread` stands for.
inline Stream *const kPerThread = reinterpret_cast<Stream *>(2);

// The stream behind a handle. The null and the legacy stream are one of each device; the per-thread
// one is another in each thread. nullptr: not a stream.
Stream *stream_of(Stream *handle);

// For the functions named _spt: there, the null stream is the per-thread one.
inline Stream *per_thread(Stream *handle) { return handle ? handle : kPerThread; }

Stream *make_stream(unsigned flags, int priority);

// When its work is done. False where it is not one that the program made.
bool drop_stream(Stream *handle);

// The streams whose work goes into `graph`.
std::vector<Stream *> capturing(const Graph *graph);

// A capture began (+1) or ended (-1).
void count_captures(int change);

// What this thread asks for with hipThreadExchangeStreamCaptureMode.
CaptureMode &thread_capture_mode();

// The errors, if any, of calls while streams are captured, which become invalid by that: calls that
// are unsafe, calls that wait for the device, and uses of a null stream that would wait for them.
hipError_t check_unsafe();
hipError_t check_waiting();
hipError_t check_null(const Stream &stream);

// Hands `work` to the stream, or adds it to the graph that is being captured: as a node that tells
// these `parameters`.
hipError_t submit(Stream *handle, NodeKind kind, std::function<hipError_t()> work,
                  std::any parameters = {});

// The same for a stream that is not captured.
TaskPtr enqueue(Stream &stream, std::function<hipError_t()> work);

// Waits for all work of a stream. The null stream's includes that of the streams it waits for.
hipError_t synchronize(Stream &stream);

// Waits for every stream of a device; of all devices where it is -1.
hipError_t synchronize_device(int device);

// False while a stream has work to do.
bool idle(Stream &stream);

} // namespace cass
