// The memory that a program has asked the GPU's runtime for, and what its kernels change in it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace watch {

// What is used of a vendor's runtime, found at the first use behind this library.
struct Runtime {
  const char *prefix; // "cuda" or "hip"

  int copy_to_host(void *host, const void *device, size_t size) const;
  int clear(void *device, size_t size) const;
  int wait(void *stream) const;
  int wait_for_all() const;
  bool capturing(void *stream) const;
  void *address_of(const void *symbol) const; // nullptr where there is none

  void *find(const char *name) const; // the function `prefix``name`; nullptr where there is none
};

struct Buffer {
  std::string name; // "malloc 0": the kind of allocation and its number
  size_t size;
  std::vector<char> before{}; // content when the kernel that runs was started
  bool seen = false;          // whether it could be read then
};

// Buffers larger than this are named, not read; and not more than this of all of them is.
constexpr size_t kLargest = size_t{256} << 20, kMost = size_t{1} << 30;

class Buffers {
public:
  // Clears it: what nobody has written must not differ from one run to the next.
  void born(const Runtime &runtime, void *start, size_t size, const char *kind);
  void gone(const void *start);
  void variable(const void *symbol, const char *name, size_t size);

  // Reads every buffer.
  void look(const Runtime &runtime);

  // JSON of those that are not what `look` read, in the order of their names.
  std::string changes(const Runtime &runtime);

  // "malloc 0" and the offset in it as JSON; empty where the address is in no buffer.
  std::string place(uint64_t address) const;

private:
  std::string change(const Buffer &buffer, const std::vector<char> &now) const;

  std::map<uint64_t, Buffer> known_; // by start
  std::map<std::string, int> numbers_;
  struct Variable {
    const void *symbol;
    std::string name;
    size_t size;
  };
  std::vector<Variable> variables_; // not placed yet
};

} // namespace watch
