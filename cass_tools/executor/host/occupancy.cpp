#include "occupancy.hpp"

#include "device.hpp"
#include "lifting.hpp"
#include "nvidia_device.hpp"

#include <algorithm>

namespace cass {

namespace {

constexpr uint32_t kVgprGranule = 8;
constexpr size_t kLdsGranule = 512;

template <typename T> T rounded_up(T value, T granule) {
  return (value + granule - 1) / granule * granule;
}

// By the rules of NVIDIA's occupancy calculator: registers are given to warps in portions of 256,
// shared memory to blocks in portions of 128 bytes, with 1 KiB for the driver from sm_80 on.
uint32_t nvidia_blocks(const NvidiaCard &card, const NvidiaKernel &kernel, uint32_t threads,
                       size_t dynamic) {
  constexpr uint32_t kWarp = 32, kRegisters = 65536, kPortion = 256, kSchedulers = 4;
  constexpr size_t kSharedPortion = 128, kDriver = 1024;
  constexpr int kFirstWithDriver = 80;
  uint32_t warps = (threads + kWarp - 1) / kWarp;
  uint32_t of_warp =
      rounded_up(static_cast<uint32_t>(std::max(kernel.registers, 1)) * kWarp, kPortion);
  uint32_t fitting = kRegisters / kSchedulers / of_warp * kSchedulers;
  uint32_t blocks = std::min(
      fitting / warps, static_cast<uint32_t>(card.threads_per_multiprocessor) / kWarp / warps);
  if (kernel.shared + dynamic > card.shared_of_block)
    return 0;
  size_t shared = rounded_up(kernel.shared + dynamic, kSharedPortion) +
                  (card.sm >= kFirstWithDriver ? kDriver : 0);
  if (shared)
    blocks = std::min(blocks, static_cast<uint32_t>(card.shared / shared));
  return std::min(blocks, static_cast<uint32_t>(card.blocks_per_multiprocessor));
}

} // namespace

uint32_t blocks_per_multiprocessor(const Kernel &kernel, uint32_t threads, size_t dynamic_lds) {
  const Device &d = device();
  if (threads == 0 || threads > kMaxThreads)
    return 0;
  if (kernel.nvidia && nvidia_card())
    return nvidia_blocks(*nvidia_card(), *kernel.nvidia, threads, dynamic_lds);
  uint32_t waves = (threads + kernel.wave - 1) / kernel.wave;
  uint32_t registers = rounded_up(std::max(kernel.vgprs, 1u), kVgprGranule);
  uint32_t registers_of_simd = static_cast<uint32_t>(d.vgprs_per_lane * d.wave) / kernel.wave;
  uint32_t waves_of_simd =
      std::min(static_cast<uint32_t>(d.waves_per_simd), registers_of_simd / registers);
  uint32_t blocks = waves_of_simd * static_cast<uint32_t>(d.simds) / waves;
  size_t lds = rounded_up(kernel.group_size + dynamic_lds, kLdsGranule);
  if (kernel.group_size + dynamic_lds > group_memory())
    return 0;
  if (lds)
    blocks = std::min(blocks, static_cast<uint32_t>(d.lds / lds));
  return std::min(blocks, static_cast<uint32_t>(d.threads_per_multiprocessor) / threads);
}

uint64_t resident_blocks(const Kernel &kernel, uint32_t threads, size_t dynamic_lds) {
  return uint64_t{blocks_per_multiprocessor(kernel, threads, dynamic_lds)} *
         static_cast<uint64_t>(device().multiprocessors);
}

uint64_t resident_clusters(const Kernel &kernel, uint32_t threads, size_t dynamic_lds,
                           uint64_t size) {
  const NvidiaCard &card = *nvidia_card();
  const auto pairs = static_cast<uint64_t>(card.multiprocessors) / 2,
             groups = static_cast<uint64_t>(card.groups);
  uint64_t blocks_of_pair = 2 * uint64_t{blocks_per_multiprocessor(kernel, threads, dynamic_lds)};
  uint64_t larger = pairs % groups; // groups that have a pair more than the others
  return larger * ((pairs / groups + 1) * blocks_of_pair / size) +
         (groups - larger) * (pairs / groups * blocks_of_pair / size);
}

} // namespace cass
