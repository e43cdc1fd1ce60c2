// What kernels may read about the queue that they were started from (HSA's structures).
#pragma once

#include <cstdint>

namespace cass {

constexpr uint64_t kPrivateAperture = uint64_t{2} << 48; // no host pointer has these upper bits

// amd_queue_t as far as GPU code looks into it.
struct alignas(64) Queue {
  uint32_t reserved0[16];
  uint32_t group_segment_aperture_base_hi, private_segment_aperture_base_hi;
  uint32_t reserved1[46];
};
static_assert(sizeof(Queue) == 256);

// hsa_kernel_dispatch_packet_t.
struct alignas(64) DispatchPacket {
  uint16_t header, setup;
  uint16_t workgroup_size[3];
  uint16_t reserved0;
  uint32_t grid_size[3];
  uint32_t private_segment_size, group_segment_size;
  uint64_t kernel_object, kernarg_address, reserved2, completion_signal;
};
static_assert(sizeof(DispatchPacket) == 64);

// What a cooperative kernel finds through its hidden "multigrid" argument on a single GPU.
struct GridSync {
  uint64_t barrier_of_grids;
  uint32_t grid, grids;
  uint64_t threads_before, threads;
  uint32_t barrier[2]; // of this grid's workgroups, for device libraries that do without GWS
  uint32_t workgroups;
};

const Queue &queue();

// Memory in which kernels keep the state of their own malloc.
void *device_heap();

} // namespace cass
