#include "launch.hpp"

#include "hostcall.hpp"
#include "queue.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>

namespace cass {

namespace {

constexpr size_t kAlignment = 64;
static_assert(sizeof(GridSync) <= kAlignment);
// Where lifted code finds the shape of a cluster behind the first hidden argument, in bytes that
// HIP leaves unused (executor/nvidia/lift/runtime/amd.cpp).
constexpr size_t kClusterPlace = 128;

uint64_t address(const void *pointer) { return reinterpret_cast<uint64_t>(pointer); }

uint64_t dimensions(const Launch &l) {
  if (l.grid.z * l.block.z > 1)
    return 3;
  return l.grid.y * l.block.y > 1 ? 2 : 1;
}

// The hidden arguments of code object versions 4 and 5 that are not always zero. Every block is
// whole, so remainders and global offsets are.
uint64_t hidden_value(const std::string &kind, const Launch &l) {
  using Value = std::function<uint64_t(const Launch &)>;
  static const auto &values = *new std::map<std::string, Value>{
      {"hidden_block_count_x", [](const Launch &l) { return l.grid.x; }},
      {"hidden_block_count_y", [](const Launch &l) { return l.grid.y; }},
      {"hidden_block_count_z", [](const Launch &l) { return l.grid.z; }},
      {"hidden_group_size_x", [](const Launch &l) { return l.block.x; }},
      {"hidden_group_size_y", [](const Launch &l) { return l.block.y; }},
      {"hidden_group_size_z", [](const Launch &l) { return l.block.z; }},
      {"hidden_grid_dims", dimensions},
      {"hidden_dynamic_lds_size", [](const Launch &l) { return l.dynamic_lds; }},
      {"hidden_hostcall_buffer", [](const Launch &) { return address(hostcall_buffer()); }},
      {"hidden_heap_v1", [](const Launch &) { return address(device_heap()); }},
      {"hidden_queue_ptr", [](const Launch &) { return address(&queue()); }},
  };
  auto found = values.find(kind);
  return found == values.end() ? 0 : found->second(l);
}

GridSync grid_sync(const Launch &l) {
  GridSync sync{};
  sync.grids = 1;
  sync.threads = l.grid.count() * l.block.count();
  sync.workgroups = static_cast<uint32_t>(l.grid.count());
  return sync;
}

} // namespace

void fill_arguments(Launch &launch, const Arguments &arguments) {
  const Kernel &kernel = *launch.kernel;
  size_t size = kernel.kernarg_size;
  for (const Argument &a : kernel.arguments)
    size = std::max<size_t>(size, a.offset + a.size);
  size =
      (size + 2 * kAlignment) & ~(kAlignment - 1); // scalar loads may read past the last argument
  size_t whole = size + kAlignment;                // with room for the grid's barrier
  launch.kernarg.reset(static_cast<char *>(std::aligned_alloc(kAlignment, whole)), std::free);
  char *memory = launch.kernarg.get();
  std::memset(memory, 0, whole);
  GridSync sync = grid_sync(launch);
  std::memcpy(memory + size, &sync, sizeof sync);
  if (arguments.packed)
    std::memcpy(memory, arguments.packed, std::min(arguments.packed_size, size));
  size_t next = 0;
  for (const Argument &a : kernel.arguments) {
    if (a.kind == "hidden_block_count_x" &&
        a.offset + kClusterPlace + sizeof launch.cluster <= size)
      std::memcpy(memory + a.offset + kClusterPlace, &launch.cluster, sizeof launch.cluster);
    uint64_t hidden = a.hidden() ? hidden_value(a.kind, launch) : 0;
    if (a.kind == "hidden_multigrid_sync_arg" && launch.cooperative)
      hidden = address(memory + size);
    if (a.hidden())
      std::memcpy(memory + a.offset, &hidden, std::min<size_t>(a.size, sizeof hidden));
    else if (arguments.pointers)
      std::memcpy(memory + a.offset, arguments.pointers[next++], a.size);
  }
}

std::vector<void *> places(const Launch &launch) {
  std::vector<void *> found;
  for (const Argument &a : launch.kernel->arguments)
    if (!a.hidden())
      found.push_back(launch.kernarg.get() + a.offset);
  return found;
}

} // namespace cass
