// Streams: work is done when it is handed in, in program order, so every stream is always idle.
// A stream that is being captured collects its work in a graph instead.
#pragma once

#include "graph.hpp"
#include "hip_errors.hpp"

#include <functional>

namespace cass {

struct Stream {
  unsigned flags = 0;
  int priority = 0;
  Graph *capture = nullptr;  // the graph that collects this stream's work
  bool origin = false;       // the capture began here
  bool invalid = false;      // the capture failed and can only be ended
  std::vector<Node *> heads; // what the next captured work depends on
};

// The stream behind a handle; the null, legacy and per-thread streams are one. nullptr: not a
// stream.
Stream *stream_of(Stream *handle);

Stream *make_stream(unsigned flags, int priority);

// False where it is not one that the program made.
bool drop_stream(Stream *handle);

// The streams whose work goes into `graph`.
std::vector<Stream *> capturing(const Graph *graph);

// Does `work` now, or adds it to the graph that is being captured.
hipError_t submit(Stream *handle, NodeKind kind, std::function<hipError_t()> work);

} // namespace cass
