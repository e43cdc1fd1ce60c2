// The GPU that is played: a card whose code objects are executed, with its public figures.
#pragma once

#include <cstddef>
#include <string>

namespace cass {

struct Device {
  std::string arch; // LLVM's name: gfx1100
  const char *name; // the card's name
  int major, minor;
  int wave;            // lanes of a wavefront
  int multiprocessors; // as HIP counts them: work group processors on gfx10 and later
  int threads_per_multiprocessor;
  int vgprs_per_lane; // of one SIMD, shared by its waves
  int simds;          // of a multiprocessor
  int waves_per_simd;
  size_t lds; // bytes of a multiprocessor
  int clock_khz, memory_clock_khz, memory_bus_bits;
  size_t l2;
  size_t memory;                        // bytes that may be allocated
  int shown_major = 0, shown_minor = 0; // the compute capability that programs see

  bool error_correction() const { return shown_major == 9; }
};

// Chosen by CASS_EXEC_ARCH (gfx1100 where it is not set); its memory by CASS_EXEC_MEMORY in bytes.
// CASS_EXEC_NAME names it, and gives it the figures of one and the same card but for what belongs
// to the architecture: wavefront, LDS, registers, waves; CASS_EXEC_CAPABILITY, 80 for 8.0, is the
// compute capability that programs then see.
const Device &device();

// How many of it there are: CASS_EXEC_DEVICES, 1 where that is not set.
int device_count();

bool is_device(int number);

// The device that this thread has chosen.
int current_device();
void select_device(int number);

constexpr size_t kGroupMemory = 64 << 10; // bytes of LDS that one workgroup may use on AMD's cards

// What it may use on the card that is played.
size_t group_memory();

constexpr unsigned kMaxThreads = 1024; // of one workgroup

} // namespace cass
