// Image and typed buffer instructions, which translated kernels call through a pointer in the wave.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cass {

enum class ImageOperation : uint32_t {
  Load,
  Store,
  Sample,
  Gather,
  Resinfo,
  BufferLoad,
  BufferStore,
  Swap = 16,
  CompareSwap,
  Add,
  Subtract,
  SignedMin,
  UnsignedMin,
  SignedMax,
  UnsignedMax,
  And,
  Or,
  Xor,
  Increment,
  Decrement,
};

enum ImageFlag : uint32_t { kUnnormalized = 1, kHalves = 2, kReturns = 4 };

// One instruction of a wave; `executor/amd/image.py` fills it in.
struct ImageCall {
  uint32_t resource[8]; // a buffer's words are the first four
  uint32_t sampler[4];
  uint64_t active;            // one bit for each lane
  const uint32_t *address[4]; // a row of lanes for each coordinate (buffers: index, offset) or null
  uint32_t *data;             // the first of neighbouring rows
  uint32_t lanes;
  uint32_t family; // 9, 10, 11
  uint32_t operation;
  uint32_t dmask;
  uint32_t flags;
  uint32_t shape;  // 0: as the descriptor says
  uint32_t format; // of a typed buffer instruction; 0: the descriptor's
  uint32_t offset; // bytes, of buffers
};

static_assert(offsetof(ImageCall, active) == 48 && offsetof(ImageCall, data) == 88);
static_assert(offsetof(ImageCall, lanes) == 96 && sizeof(ImageCall) == 128);

} // namespace cass

// Executes the instruction in all active lanes; false where the format is not known.
extern "C" __attribute__((visibility("default"))) bool
cass_access_image(const cass::ImageCall *call);
