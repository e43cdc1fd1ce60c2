#include "grid.hpp"

#include "behind.hpp"
#include "deeds.hpp"
#include "device.hpp"
#include "images.hpp"
#include "lifting.hpp"
#include "order.hpp"
#include "report.hpp"

#include <algorithm>
#include <cstring>

namespace cass {

namespace {

// Bits of kernel_code_properties: what the first scalar registers hold, in this order.
enum Property : uint32_t {
  PrivateBuffer = 1,
  DispatchPointer = 2,
  QueuePointer = 4,
  KernargPointer = 8,
  DispatchId = 16,
  FlatScratch = 32,
  PrivateSize = 64,
};

constexpr uint32_t kAddThreadId = 1 << 23; // of word 3 of a buffer descriptor
constexpr size_t kDynamicStack = 16 << 10; // bytes of a lane, where the compiler knows no bound
constexpr int kTtmp0 = 108;
constexpr uint64_t kWindow = 16; // workgroups that may change places

uint32_t divided_up(uint64_t a, uint32_t b) { return static_cast<uint32_t>((a + b - 1) / b); }

bool packed_ids(const Device &d) {
  return d.arch == "gfx90a" || d.arch == "gfx942" || d.major >= 11;
}

uint32_t mode_of(uint32_t rsrc1) {
  uint32_t dx10_clamp = rsrc1 >> 21 & 1, ieee = rsrc1 >> 23 & 1, fp16_overflow = rsrc1 >> 26 & 1;
  if (device().major >= 12) // these two bits mean something else there
    dx10_clamp = ieee = 1;
  return (rsrc1 >> 12 & 0xff) | dx10_clamp << 8 | ieee << 9 | fp16_overflow << 23;
}

std::atomic<uint64_t> launches{0};

// Waves reach no further than their shared memory, as on hardware; with a listener, a mark more.
size_t behind_shared(const Launch &launch, size_t shared) {
  bool wanted = telling() && launch.cluster_size() == 1;
  return wanted ? std::min(kBehind, group_memory() - std::min(shared, group_memory())) : 0;
}

// Lifted code rounds its shared memory up to 16 bytes, for what launches ask for in addition.
size_t shared_bytes(const Launch &launch) {
  const Kernel &kernel = *launch.kernel;
  size_t own = kernel.nvidia ? kernel.nvidia->shared : 0;
  size_t rounded = launch.dynamic_lds || !own ? 0 : (16 - own % 16) % 16;
  return kernel.group_size + launch.dynamic_lds - std::min<size_t>(rounded, kernel.group_size);
}

size_t lane_bytes(const Kernel &k) {
  return (k.private_size + (k.dynamic_stack ? kDynamicStack : 0) + 15) & ~size_t{15};
}

} // namespace

bool prints(const Kernel &kernel) {
  return std::any_of(kernel.arguments.begin(), kernel.arguments.end(),
                     [](const Argument &a) { return a.kind == "hidden_hostcall_buffer"; });
}

Grid::Grid(const Launch &l, Translation &t)
    : serial(++launches), launch(l), translation(t), lanes(l.kernel->wave),
      waves(divided_up(l.block.count(), l.kernel->wave)), wave_stride(wave_bytes(t.rows, lanes)),
      lane_scratch(lane_bytes(*l.kernel)), workgroups(l.grid.count()),
      seed(prints(*l.kernel) ? 0 : schedule_seed()), shared(shared_bytes(l)),
      behind(behind_shared(l, shared)) {
  pattern_.image = l.kernel->object->image;
  pattern_.scratch_stride = lane_scratch;
  pattern_.private_aperture = kPrivateAperture;
  pattern_.lds_size = static_cast<uint32_t>(shared + behind);
  pattern_.images = image_entry();
  pattern_.mode = mode_of(l.kernel->descriptor.rsrc1);
  user_registers();
  work_items();
}

void Grid::put32(uint64_t value) { pattern_.sgpr[user_++] = static_cast<uint32_t>(value); }

void Grid::user_registers() {
  const KernelDescriptor &d = launch.kernel->descriptor;
  packet_.setup = 3;
  const uint32_t blocks[] = {launch.grid.x, launch.grid.y, launch.grid.z};
  const uint32_t threads[] = {launch.block.x, launch.block.y, launch.block.z};
  for (int i = 0; i < 3; ++i) {
    packet_.workgroup_size[i] = static_cast<uint16_t>(threads[i]);
    packet_.grid_size[i] = blocks[i] * threads[i];
  }
  packet_.private_segment_size = static_cast<uint32_t>(lane_scratch);
  packet_.group_segment_size = static_cast<uint32_t>(shared);
  packet_.kernarg_address = reinterpret_cast<uint64_t>(launch.kernarg.get());
  if (d.properties & PrivateBuffer)
    put(0), put32(0xffffffff), put32(kAddThreadId);
  if (d.properties & DispatchPointer)
    put(reinterpret_cast<uint64_t>(&packet_));
  if (d.properties & QueuePointer)
    put(reinterpret_cast<uint64_t>(&queue()));
  if (d.properties & KernargPointer)
    put(packet_.kernarg_address);
  if (d.properties & DispatchId)
    put(serial);
  if (d.properties & FlatScratch)
    put(0);
  if (d.properties & PrivateSize)
    put32(lane_scratch);
  uint32_t words = d.kernarg_preload & 0x7f, skipped = d.kernarg_preload >> 7;
  for (uint32_t i = 0; i < words && user_ < 16; ++i) {
    uint32_t word;
    std::memcpy(&word, launch.kernarg.get() + 4 * (skipped + i), sizeof word);
    put32(word);
  }
  user_ = d.rsrc2 >> 1 & 31;
}

void Grid::work_items() {
  bool packed = packed_ids(device());
  id_rows_ = packed ? 1 : std::min((launch.kernel->descriptor.rsrc2 >> 11 & 3) + 1, 3u);
  ids_.resize(size_t{waves} * id_rows_ * lanes);
  Dim3 at{0, 0, 0};
  for (uint64_t t = 0; t < launch.block.count(); ++t) {
    uint32_t *row = &ids_[(t / lanes * id_rows_) * lanes + t % lanes];
    const uint32_t id[] = {packed ? at.x | at.y << 10 | at.z << 20 : at.x, at.y, at.z};
    for (uint32_t r = 0; r < id_rows_; ++r)
      row[r * lanes] = id[r];
    if (++at.x == launch.block.x)
      at.x = 0, ++at.y;
    if (at.y == launch.block.y)
      at.y = 0, ++at.z;
  }
}

void Grid::start(Wave *wave, uint32_t index, Dim3 block, uint64_t lds, uint64_t scratch) const {
  std::memcpy(static_cast<void *>(wave), &pattern_, offsetof(Wave, vgpr));
  uint32_t at = user_, rsrc2 = launch.kernel->descriptor.rsrc2;
  if (device().major >= 12) {
    wave->sgpr[kTtmp0 + 9] = block.x;
    wave->sgpr[kTtmp0 + 7] = block.y | block.z << 16;
  } else {
    const uint32_t ids[] = {block.x, block.y, block.z};
    for (int i = 0; i < 3; ++i)
      if (rsrc2 >> (7 + i) & 1)
        wave->sgpr[at++] = ids[i];
  }
  uint64_t left = launch.block.count() - uint64_t{index} * lanes;
  uint64_t all = lanes == 64 ? ~uint64_t{0} : 0xffffffff;
  wave->exec = left >= lanes ? all : (uint64_t{1} << left) - 1;
  wave->lds = lds;
  wave->scratch = scratch;
  size_t row = size_t{lanes} * sizeof(uint32_t);
  std::memcpy(wave->vgpr, &ids_[size_t{index} * id_rows_ * lanes],
              row * std::min(id_rows_, translation.rows));
}

uint32_t Grid::scalars_set() const {
  constexpr uint32_t kInformation = 2; // about the workgroup, and where private memory lies
  uint32_t ids = launch.kernel->descriptor.rsrc2 >> 7 & 7;
  return user_ + static_cast<uint32_t>(__builtin_popcount(ids)) + kInformation;
}

std::string Grid::shown() const {
  return device().arch + " kernel " + demangled(launch.kernel->name);
}

uint32_t Grid::cluster_rank(Dim3 block) const {
  const Dim3 &c = launch.cluster;
  return block.x % c.x + c.x * (block.y % c.y + c.y * (block.z % c.z));
}

std::shared_ptr<ClusterMemory> Grid::cluster_memory(uint64_t number) {
  const uint64_t size = launch.cluster_size();
  std::lock_guard lock(clusters_mutex_);
  Cluster &cluster = clusters_[number / size];
  if (!cluster.memory)
    cluster.memory = std::make_shared<ClusterMemory>(
        ClusterMemory{Pages::map(size * kClusterStride, uint64_t{1} << 32), nullptr});
  std::shared_ptr<ClusterMemory> memory = cluster.memory;
  if (++cluster.entered == size)
    clusters_.erase(number / size);
  return memory;
}

Dim3 Grid::block_at(uint64_t number) const {
  if (launch.cluster_size() > 1)
    return clustered_block_at(number);
  const Dim3 &g = launch.grid;
  // Others only near their place: what waits for those before it needs them to be resident.
  const uint64_t window = number / kWindow * kWindow;
  number = window + Order(seed, window, std::min(kWindow, workgroups - window))[number - window];
  uint64_t plane = number / g.x;
  return {static_cast<uint32_t>(number % g.x), static_cast<uint32_t>(plane % g.y),
          static_cast<uint32_t>(plane / g.y)};
}

// The blocks of a cluster follow each other.
Dim3 Grid::clustered_block_at(uint64_t number) const {
  const Dim3 &g = launch.grid, &c = launch.cluster;
  const Dim3 clusters{g.x / c.x, g.y / c.y, g.z / c.z};
  const uint64_t cluster = number / c.count(), rank = number % c.count();
  const uint64_t plane = cluster / clusters.x;
  const uint64_t row = rank / c.x;
  return {static_cast<uint32_t>(cluster % clusters.x * c.x + rank % c.x),
          static_cast<uint32_t>(plane % clusters.y * c.y + row % c.y),
          static_cast<uint32_t>(plane / clusters.y * c.z + row / c.y)};
}

} // namespace cass
