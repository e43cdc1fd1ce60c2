// Memory of one process in another: a token names the process and its descriptor of the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace cass {

constexpr size_t kTokenBytes = 64; // what HIP's handles have room for

struct SharedMemory {
  char mark[8];
  int process, file;
  uint64_t size, born;
};
static_assert(sizeof(SharedMemory) <= kTokenBytes);

// Of the device memory that starts there; nothing where there is none. Its pages move, so all work
// ends first.
std::optional<SharedMemory> share(const void *start);

// Whether the bytes are a token; they come from the program.
bool is_token(const SharedMemory &memory);

// A descriptor of the memory in this process; -1 where the other has ended or freed it.
int open_file(const SharedMemory &memory);

} // namespace cass
