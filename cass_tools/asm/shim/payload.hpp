// What `cass asm translate` puts into a program: for each of its fat binaries the code for AMD's
// GPUs, and where the functions of a CUDA runtime that is linked in begin.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cass {

// The section .cass_amd, little endian; recombining.py writes it. Offsets are the section's.
struct Header {
  char magic[8]; // CASSAMD1
  uint32_t sm, fat_count, function_count, padding;
};
struct Fat {
  uint64_t address, offset, size; // the address of NVIDIA's fat binary in the file
};
struct Function {
  uint64_t address, name; // `name` is an offset of text
};

// The code for AMD's GPUs in the place of a fat binary that is in memory; nullptr: not translated.
const void *bundle_of(const void *fat_binary);

// The compute capability that the program was translated from, 80 for 8.0.
unsigned compute_capability();

// A function of the HIP runtime; ends the program, with its name, where there is none.
void *hip_function(const char *name);

template <typename Result, typename... Arguments>
Result call_hip(const char *name, Arguments... arguments) {
  return reinterpret_cast<Result (*)(Arguments...)>(hip_function(name))(arguments...);
}

// One sentence on stderr, and the end.
[[noreturn]] void stop(const char *what, const char *name);

} // namespace cass
