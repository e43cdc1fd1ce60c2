// Events: a point in a stream, with the time at which it was passed.
#pragma once

#include "stream.hpp"

#include <chrono>
#include <vector>

struct Event {
  unsigned flags = 0;
  bool recorded = false;
  std::chrono::steady_clock::time_point time;
  cass::Graph *capture = nullptr; // the graph in which it was recorded last, if a capture
  std::vector<cass::Node *> heads;
};

namespace cass {

// Everything handed in before is done: the time is now.
hipError_t record(Event *event, Stream *stream);

} // namespace cass
