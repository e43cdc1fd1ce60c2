// What kernels print. It appears while the host waits for the device and not in between, so a
// program's own output keeps its place however fast the device is.
#pragma once

#include <string>

namespace cass {

void print_for_device(const std::string &text, bool error);

// Prints what was kept.
void flush_device_output();

// While it lives, the host waits: what kernels print appears at once.
class Watching {
public:
  Watching();
  Watching(const Watching &) = delete;
  ~Watching();
};

} // namespace cass
