#include "occupancy.hpp"

#include "device.hpp"

#include <algorithm>

namespace cass {

namespace {

constexpr uint32_t kVgprGranule = 8;
constexpr size_t kLdsGranule = 512;

template <typename T> T rounded_up(T value, T granule) {
  return (value + granule - 1) / granule * granule;
}

} // namespace

uint32_t blocks_per_multiprocessor(const Kernel &kernel, uint32_t threads, size_t dynamic_lds) {
  const Device &d = device();
  if (threads == 0 || threads > kMaxThreads)
    return 0;
  uint32_t waves = (threads + kernel.wave - 1) / kernel.wave;
  uint32_t registers = rounded_up(std::max(kernel.vgprs, 1u), kVgprGranule);
  uint32_t registers_of_simd = static_cast<uint32_t>(d.vgprs_per_lane * d.wave) / kernel.wave;
  uint32_t waves_of_simd =
      std::min(static_cast<uint32_t>(d.waves_per_simd), registers_of_simd / registers);
  uint32_t blocks = waves_of_simd * static_cast<uint32_t>(d.simds) / waves;
  size_t lds = rounded_up(kernel.group_size + dynamic_lds, kLdsGranule);
  if (kernel.group_size + dynamic_lds > kGroupMemory)
    return 0;
  if (lds)
    blocks = std::min(blocks, static_cast<uint32_t>(d.lds / lds));
  return std::min(blocks, static_cast<uint32_t>(d.threads_per_multiprocessor) / threads);
}

uint64_t resident_blocks(const Kernel &kernel, uint32_t threads, size_t dynamic_lds) {
  return uint64_t{blocks_per_multiprocessor(kernel, threads, dynamic_lds)} *
         static_cast<uint64_t>(device().multiprocessors);
}

} // namespace cass
