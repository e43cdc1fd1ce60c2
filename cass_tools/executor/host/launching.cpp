#include "launching.hpp"

#include "device.hpp"
#include "function_attributes.hpp"
#include "graph_nodes.hpp"
#include "lifting.hpp"
#include "nvidia_device.hpp"
#include "occupancy.hpp"
#include "report.hpp"
#include "scheduler.hpp"

#include <algorithm>
#include <limits>

namespace cass {

namespace {

// What CUDA allows: blocks of a grid, threads of a block in z.
constexpr uint32_t kMostBlocksX = 0x7fffffff, kMostBlocks = 65535, kMostDeep = 64;

bool too_many(uint32_t blocks, uint32_t threads) {
  return uint64_t{blocks} * threads > std::numeric_limits<uint32_t>::max();
}

bool explicit_arguments(const Kernel &kernel) {
  for (const Argument &a : kernel.arguments)
    if (!a.hidden())
      return true;
  return false;
}

// CUDA's answers; those of release 13 were seen on an H200.
hipError_t check_cuda_shape(const Kernel &kernel, const LaunchShape &shape) {
  const dim3 &g = shape.grid, &b = shape.block;
  bool newer = cuda_version() >= 13;
  if (g.count() == 0 || b.count() == 0 || g.x > kMostBlocksX || g.y > kMostBlocks ||
      g.z > kMostBlocks || b.z > kMostDeep || b.x > kMaxThreads || b.y > kMaxThreads ||
      b.count() > kMaxThreads)
    return newer ? hipErrorInvalidValue : hipErrorInvalidConfiguration;
  if (b.count() > kernel.max_threads)
    return newer ? hipErrorInvalidValue : hipErrorLaunchOutOfResources;
  bool fits = shape.dynamic_lds <= dynamic_shared_limit(kernel);
  return fits ? hipSuccess : hipErrorInvalidValue;
}

// Clusters are whole.
hipError_t check_cluster(const Kernel &kernel, const LaunchShape &shape) {
  const Dim3 cluster = cluster_of(kernel, shape), &g = shape.grid;
  if (cluster.count() == 0)
    return hipSuccess;
  if (!may_form(kernel, cluster) || g.x % cluster.x || g.y % cluster.y || g.z % cluster.z)
    return kInvalidClusterSize;
  if (!kernel.nvidia || !kernel.nvidia->in_clusters)
    end_program(kRefused, "refused", kernel.name,
                "the program launches clusters of blocks of a kernel that does not say in its code "
                "that it uses them (no cluster barrier, no __cluster_dims__), which is not "
                "supported without a GPU");
  return hipSuccess;
}

} // namespace

uint64_t largest_cluster(const Kernel &kernel) {
  constexpr uint64_t kPortable = 8, kLargest = 16; // NVIDIA's
  return kernel.asked[kOddClusters] > 1 ? kLargest : kPortable;
}

bool may_form(const Kernel &kernel, Dim3 cluster) {
  const uint32_t *told = kernel.nvidia ? kernel.nvidia->cluster : nullptr;
  bool other =
      told && told[0] && (cluster.x != told[0] || cluster.y != told[1] || cluster.z != told[2]);
  return !other && cluster.count() <= largest_cluster(kernel);
}

Dim3 cluster_of(const Kernel &kernel, const LaunchShape &shape) {
  Dim3 cluster = shape.cluster;
  auto asked = [&](int which) {
    return static_cast<uint32_t>(std::max(kernel.asked[static_cast<size_t>(which)] - 1, 0));
  };
  if (!cluster.count() && asked(kClusterWidth))
    cluster = {asked(kClusterWidth), std::max(asked(kClusterHeight), 1u),
               std::max(asked(kClusterDepth), 1u)};
  if (!cluster.count() && kernel.nvidia)
    cluster = {kernel.nvidia->cluster[0], kernel.nvidia->cluster[1], kernel.nvidia->cluster[2]};
  return cluster.count() > 1 ? cluster : Dim3{0, 0, 0};
}

hipError_t check_shape(const Kernel &kernel, const LaunchShape &shape) {
  const dim3 &g = shape.grid, &b = shape.block;
  if (nvidia_card())
    if (hipError_t error = check_cuda_shape(kernel, shape))
      return error;
  if (g.count() == 0 || b.count() == 0)
    return hipErrorInvalidConfiguration;
  if (!nvidia_card() && (too_many(g.x, b.x) || too_many(g.y, b.y) || too_many(g.z, b.z)))
    return hipErrorInvalidConfiguration;
  if (b.x > kMaxThreads || b.y > kMaxThreads || b.z > kMaxThreads || b.count() > kMaxThreads)
    return hipErrorInvalidConfiguration;
  if (shape.dynamic_lds > group_memory() - std::min<size_t>(kernel.group_size, group_memory()))
    return hipErrorInvalidValue;
  if (b.count() > kernel.max_threads)
    return hipErrorLaunchFailure;
  if (hipError_t error = check_cluster(kernel, shape))
    return error;
  auto threads = static_cast<uint32_t>(b.count());
  if (shape.cooperative && g.count() > resident_blocks(kernel, threads, shape.dynamic_lds))
    return hipErrorCooperativeLaunchTooLarge;
  return hipSuccess;
}

hipError_t launch(const Kernel *kernel, const LaunchShape &shape, const Arguments &arguments,
                  hipStream_t stream) {
  if (!kernel)
    return error_without_kernel(shape.function);
  if (!stream_of(stream))
    return hipErrorInvalidHandle;
  if (hipError_t error = check_shape(*kernel, shape))
    return error;
  if (!arguments.pointers && !arguments.packed && explicit_arguments(*kernel))
    return hipErrorInvalidValue;
  Launch l{kernel,
           shape.grid,
           shape.block,
           static_cast<uint32_t>(shape.dynamic_lds),
           shape.cooperative,
           nullptr,
           cluster_of(*kernel, shape)};
  fill_arguments(l, arguments);
  auto kept = std::make_shared<std::vector<void *>>(places(l));
  void *function = const_cast<void *>(shape.function ? shape.function : kernel);
  hipKernelNodeParams told{l.block, nullptr, function, l.grid, kept->data(), l.dynamic_lds};
  return submit(stream, NodeKind::Kernel, [l, kept] { return run(l); }, told);
}

hipError_t unpack_extra(void **extra, Arguments &arguments) {
  const auto key = [](void *entry) { return reinterpret_cast<uintptr_t>(entry); };
  constexpr uintptr_t kBuffer = 1, kSize = 2, kEnd = 3;
  while (key(*extra) != kEnd) {
    if (key(*extra) == kBuffer)
      arguments.packed = extra[1];
    else if (key(*extra) == kSize)
      arguments.packed_size = *static_cast<size_t *>(extra[1]);
    else
      return hipErrorInvalidValue;
    extra += 2;
  }
  return arguments.packed ? hipSuccess : hipErrorInvalidValue;
}

} // namespace cass
