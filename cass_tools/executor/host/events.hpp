// Events: a point in a stream, with the time at which it was passed.
#pragma once

#include "shared_event.hpp"
#include "stream.hpp"

#include <chrono>
#include <memory>
#include <vector>

struct Event {
  // One recording: the work of the stream before it, and when that was done.
  struct Mark {
    cass::TaskPtr task;
    std::chrono::steady_clock::time_point time;
  };

  unsigned flags = 0;
  std::shared_ptr<Mark> mark;     // the last recording, if any
  cass::Graph *capture = nullptr; // the graph in which it was recorded last, if a capture
  std::vector<cass::Node *> heads;
  std::shared_ptr<cass::SharedEvent> shared = nullptr; // of an interprocess event
};

namespace cass {

// Whether the program made it (and has not destroyed it).
bool known(const Event *event);

// One more event of the program.
Event *make_event(unsigned flags, std::shared_ptr<SharedEvent> shared);

// Marks what the stream has been handed so far.
hipError_t record(Event *event, Stream *stream);

} // namespace cass
