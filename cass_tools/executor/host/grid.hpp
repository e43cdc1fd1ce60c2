// A launch while it runs: how its waves start, and how far its workgroups have come.
#pragma once

#include "abi.hpp"
#include "launch.hpp"
#include "queue.hpp"
#include "storage.hpp"
#include "translator.hpp"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace cass {

// Kernels that print do so in the order of their workgroups, as far as one thread keeps it.
bool prints(const Kernel &kernel);

constexpr uint64_t kClusterStride = 1 << 24; // NVIDIA's: the number stands in bits 24 to 31

struct SharedChecks;

// The shared memory of a cluster's blocks: that of each lies kClusterStride behind that of the one
// before, all in one window of 4 GiB.
struct ClusterMemory {
  Pages pages;
  std::shared_ptr<SharedChecks> checks; // where any are made
};

class Grid {
public:
  Grid(const Launch &launch, Translation &translation);
  Grid(const Grid &) = delete;

  // Puts wave `index` of the workgroup into its first state. `scratch`: the wave's private memory.
  void start(Wave *wave, uint32_t index, Dim3 block, uint64_t lds, uint64_t scratch) const;

  // The block that is run as the workgroup `number`.
  Dim3 block_at(uint64_t number) const;

  // The block's number in its cluster, and the cluster's shared memory. To be asked for once for
  // each workgroup; the memory lives as long as somebody keeps it.
  uint32_t cluster_rank(Dim3 block) const;
  std::shared_ptr<ClusterMemory> cluster_memory(uint64_t number);

  // Registers that hold something when a wave starts: v0 .., and s0 ...
  uint32_t vectors_set() const { return id_rows_; }
  uint32_t scalars_set() const;

  // "gfx1100 kernel scale(float*)"
  std::string shown() const;

  const uint64_t serial; // of the launch
  const Launch &launch;
  Translation &translation;
  const uint32_t lanes, waves; // of a wave; of a workgroup
  const size_t wave_stride;    // bytes from one wave's registers to the next's
  const size_t lane_scratch;   // bytes of private memory of a lane
  const uint64_t workgroups;
  const uint64_t seed; // of the order of its workgroups and waves
  const size_t shared; // bytes of shared memory of each workgroup
  const size_t behind; // marked bytes from its end on, which waves can reach (behind.hpp)
  // What every workgroup changes lies apart from what every wave reads.
  alignas(kCacheLine) std::atomic<uint64_t> next{0}; // the first workgroup that is not admitted
  std::atomic<uint64_t> finished{0};                 // workgroups
  std::atomic<uint64_t> arrived{0};                  // waves at the grid's barrier
  std::atomic<uint64_t> phase{0};                    // grid barriers passed
  std::atomic<uint32_t> workers{0};                  // threads that run workgroups
  std::atomic<uint32_t> standing{0};                 // those of them whose waves only wait
  std::atomic<bool> failed{false};                   // no wave is to go on

private:
  struct Cluster {
    std::shared_ptr<ClusterMemory> memory;
    uint64_t entered = 0;
  };

  void user_registers();
  void put(uint64_t value) { put32(static_cast<uint32_t>(value)), put32(value >> 32); }
  void put32(uint64_t value);
  void work_items();
  Dim3 clustered_block_at(uint64_t number) const;

  alignas(kCacheLine) DispatchPacket packet_{};
  Wave pattern_{};
  uint32_t user_ = 0;         // registers filled so far
  std::vector<uint32_t> ids_; // [wave][row][lane]: what v0 (and v1, v2) hold at the start
  uint32_t id_rows_ = 1;
  std::mutex clusters_mutex_;
  std::map<uint64_t, Cluster> clusters_; // of which not all workgroups have been entered
};

} // namespace cass
