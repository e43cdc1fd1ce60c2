// The NVIDIA GPU that a CUDA program believes it runs on. Its code is lifted to gfx1100, which is
// what is executed; the program is told the figures of a card that its code was compiled for.
#pragma once

#include <cstddef>

namespace cass {

struct NvidiaCard {
  int sm; // 80 for compute capability 8.0
  const char *name;
  int multiprocessors;
  size_t shared;          // bytes of a multiprocessor
  size_t shared_of_block; // bytes that a block may ask for
  int threads_per_multiprocessor, blocks_per_multiprocessor;
  int clock_khz, memory_clock_khz, memory_bus_bits;
  size_t l2, memory;
  int groups; // of multiprocessors (GPCs), which come in pairs
};

// Whether this library was asked for as libcudart or libcuda.
bool is_cuda();

// The CUDA release that the program was built with: 12 for libcudart.so.12; 13 for libcuda.so.1.
int cuda_version();

// The compute capability that is played, 80 for 8.0: CASS_EXEC_SM, else what the first fat binary
// holds; 0 in a HIP program.
int played_sm();

// A fat binary has been registered: before the first question about the device, it decides what
// that is.
void offer_fat_binary(const char *image);

// The card of the played compute capability, or the nearest older one; nullptr in a HIP program.
const NvidiaCard *nvidia_card();

} // namespace cass
