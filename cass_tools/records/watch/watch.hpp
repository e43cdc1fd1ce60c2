// The launches of a program, one line of JSON each, with what every kernel has changed in memory.
#pragma once

#include "buffers.hpp"

#include <functional>
#include <mutex>

namespace watch {

struct Dim3 {
  unsigned x, y, z;
};

struct Shape {
  Dim3 grid, block;
  size_t shared;
};

class Watch {
public:
  // The one of this process; it is never destroyed, for programs launch to their very end.
  static Watch &instance();

  // What an allocating call has returned, and where it was told to put the address.
  void born(const Runtime &runtime, int error, void *const *start, size_t size, const char *kind);
  void gone(const void *start);
  void variable(const void *symbol, const char *name, size_t size);

  // +1 where a stream begins to record a graph, -1 where it ends.
  void captures(int more);

  // `handle` is what launches give: the host's function, or what the runtime returns for it.
  void kernel(const void *handle, const std::string &name);
  void also(const void *handle, const void *other);

  // Runs `start` (which launches `handle`) alone, and writes the line; what `start` returned.
  int launch(const Runtime &runtime, const void *handle, const Shape &shape, void **arguments,
             void *stream, const std::function<int()> &start);

private:
  void write(const std::string &line);
  std::string pointers(const std::vector<std::string> &types, void **arguments) const;
  int wait(const Runtime &runtime, void *stream) const;
  bool writing() const;

  std::recursive_mutex mutex_;
  Buffers buffers_;
  std::map<const void *, std::string> names_;
  int launches_ = 0, captures_ = 0;
};

} // namespace watch
