// NVIDIA's machine code in a program: found in its fat binaries, and lifted to the GPU that is
// executed by the helper process.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace cass {

// What NVIDIA's compiler says of a kernel, for programs that ask.
struct NvidiaKernel {
  int registers = 0, max_threads = 0;
  uint32_t cluster[3] = {}; // blocks of a cluster, zeros where the compiler was told of none
  bool in_clusters = false; // lifted so that it can run in clusters
  size_t shared = 0, local = 0;
  size_t group_size = 0; // bytes of shared memory of a block as it is lifted
  std::string places;    // of the parameters: offset:size,...
};

struct Lifted {
  std::string file;                                        // a code object or a library
  std::map<std::string, size_t, std::less<>> variables;    // their sizes
  std::set<std::string, std::less<>> managed;              // those of them that are managed
  std::map<std::string, std::string, std::less<>> refused; // kernels that are not in it, and why
  std::map<std::string, NvidiaKernel, std::less<>> kernels;
};

// Whether an image is a fat binary, a cubin or PTX.
bool is_nvidia(const char *image);

// Bytes of such an image.
size_t nvidia_image_size(const char *image);

// The architectures that a fat binary holds machine code for: 80, 90.
std::vector<int> machine_code_in(const char *image);

// Whether NVIDIA's code runs on this CPU thread by thread, and not as an AMD GPU's.
bool scalar();

// The code of the played compute capability. Throws Refusal.
Lifted lifted(std::string_view image);

std::string whole_file(const std::string &path);

} // namespace cass
