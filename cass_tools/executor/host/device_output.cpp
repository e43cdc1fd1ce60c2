#include "device_output.hpp"

#include <cstdio>
#include <mutex>
#include <vector>

namespace cass {

namespace {

constexpr size_t kMostKept = 1 << 20; // bytes

struct Text {
  std::string text;
  bool error;
};

struct Output {
  std::mutex mutex;
  std::vector<Text> kept;
  size_t bytes = 0;
  int watching = 0;

  void flush() {
    for (const Text &t : kept)
      fwrite(t.text.data(), 1, t.text.size(), t.error ? stderr : stdout);
    kept.clear();
    bytes = 0;
  }
};

Output &output() {
  static Output *output = new Output;
  return *output;
}

} // namespace

void print_for_device(const std::string &text, bool error) {
  Output &out = output();
  std::lock_guard lock(out.mutex);
  out.kept.push_back({text, error});
  out.bytes += text.size();
  if (out.watching || out.bytes > kMostKept)
    out.flush();
}

void flush_device_output() {
  // A thread that prints just now may be the one that faulted: its lock is never released.
  std::unique_lock lock(output().mutex, std::try_to_lock);
  if (lock.owns_lock())
    output().flush();
}

Watching::Watching() {
  std::lock_guard lock(output().mutex);
  ++output().watching;
  output().flush();
}

Watching::~Watching() {
  std::lock_guard lock(output().mutex);
  --output().watching;
}

} // namespace cass
