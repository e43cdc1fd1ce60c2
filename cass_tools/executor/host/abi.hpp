// The structure that a translated kernel works on; `executor/amd/abi.py` is its twin.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cass {

constexpr int kVcc = 106, kM0 = 125;
constexpr size_t kCacheLine = 64; // of the host: what threads hand over to each other as one

constexpr uint64_t kWildJump = uint64_t{1} << 32; // no trap id: a jump to what is no function

struct Wave {
  uint32_t sgpr[128]; // s0..s105, vcc 106/107, ttmp0 108.., m0 125
  uint64_t exec;
  uint32_t scc;
  uint32_t resume;           // 0: entry, else the point inside the kernel where the wave goes on
  uint64_t image;            // address of the code object's vaddr 0
  uint64_t lds;              // 4 GiB aligned, so its upper half is the shared aperture too
  uint64_t scratch;          // lane l has its private memory at scratch + l * scratch_stride
  uint64_t scratch_stride;   //
  uint64_t private_aperture; // flat addresses with these upper 32 bits are private
  uint32_t lds_size;
  int32_t budget; // back edges left before the wave yields
  uint64_t fault; // trap id, or kWildJump
  uint32_t mode;  // MODE register
  uint32_t pc;    // of the last access to memory or barrier, relative to the image
  uint64_t check; // called by checked code before it accesses memory; see checks.hpp
  uint32_t reserved[104];
  uint64_t images;  // function that executes image instructions
  uint32_t vgpr[1]; // rows of as many lanes as the wave has: v0..v255, a0..a255
};

static_assert(offsetof(Wave, exec) == 512 && offsetof(Wave, image) == 528);
static_assert(offsetof(Wave, private_aperture) == 560 && offsetof(Wave, fault) == 576);
static_assert(offsetof(Wave, pc) == 588 && offsetof(Wave, check) == 592);
static_assert(offsetof(Wave, vgpr) == 1024);

enum class Status : int32_t { Ended = 0, Barrier = 1, Yielded = 2, Trapped = 3, GridBarrier = 4 };

using KernelFunction = int32_t (*)(Wave *);

inline size_t wave_bytes(uint32_t rows, uint32_t lanes) {
  return (offsetof(Wave, vgpr) + size_t{rows} * lanes * sizeof(uint32_t) + 63) & ~size_t{63};
}

} // namespace cass
