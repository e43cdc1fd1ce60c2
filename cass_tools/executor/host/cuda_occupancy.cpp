// How many clusters of blocks a card of NVIDIA's holds at a time, and how large they may be. Which
// multiprocessors a card's groups lack is not known: a real one may hold a cluster fewer.
#include "cuda_launch.hpp"

#include "device.hpp"
#include "function_attributes.hpp"
#include "lifting.hpp"
#include "nvidia_device.hpp"
#include "occupancy.hpp"

#include <climits>

using namespace cass;

namespace {

constexpr int kFirstWithClusters = 90;

// A launch of such blocks is possible, on a card that has clusters.
hipError_t check_blocks(const Kernel &kernel, const LaunchShape &shape) {
  uint64_t threads = shape.block.count();
  if (!nvidia_card() || nvidia_card()->sm < kFirstWithClusters)
    return hipErrorNotSupported;
  if (threads == 0 || threads > std::min<uint64_t>(kernel.max_threads, kMaxThreads) ||
      shape.dynamic_lds > dynamic_shared_limit(kernel))
    return hipErrorInvalidValue;
  return hipSuccess;
}

// The shape that the configuration has or the kernel, which may be one block; else zeros.
Dim3 wanted(const Kernel &kernel, const LaunchShape &shape) {
  if (shape.cluster.count())
    return shape.cluster;
  const Dim3 own = cluster_of(kernel, shape);
  const uint32_t *told = kernel.nvidia ? kernel.nvidia->cluster : nullptr;
  return told && !own.count() ? Dim3{told[0], told[1], told[2]} : own;
}

hipError_t active_clusters(int *count, const Kernel &kernel, const LaunchShape &shape) {
  if (hipError_t error = check_blocks(kernel, shape))
    return error;
  const Dim3 cluster = wanted(kernel, shape);
  if (!cluster.count() || !may_form(kernel, cluster))
    return kInvalidClusterSize;
  auto threads = static_cast<uint32_t>(shape.block.count());
  uint64_t found = resident_clusters(kernel, threads, shape.dynamic_lds, cluster.count());
  *count = static_cast<int>(std::min<uint64_t>(found, INT_MAX));
  return hipSuccess;
}

// Powers of two: what NVIDIA's own function tries. A shape that the compiler was told is the only
// one.
hipError_t potential_size(int *size, const Kernel &kernel, const LaunchShape &shape) {
  if (hipError_t error = check_blocks(kernel, shape))
    return error;
  const uint32_t *told = kernel.nvidia ? kernel.nvidia->cluster : nullptr;
  auto threads = static_cast<uint32_t>(shape.block.count());
  uint64_t found =
      told && told[0] ? uint64_t{told[0]} * told[1] * told[2] : largest_cluster(kernel);
  while (!(told && told[0]) && found > 1 &&
         !resident_clusters(kernel, threads, shape.dynamic_lds, found))
    found /= 2;
  *size = static_cast<int>(found);
  return hipSuccess;
}

using Answer = hipError_t (*)(int *, const Kernel &, const LaunchShape &);

template <typename Configuration>
hipError_t ask(Answer answer, int *result, const void *function, const Configuration *c,
               hipError_t without) {
  const Kernel *kernel = kernel_of(function);
  if (!result || !c)
    return hipErrorInvalidValue;
  if (!kernel)
    return without;
  return answer(result, *kernel,
                shaped({c->grid, c->block, c->shared, false, function}, c->attributes, c->count));
}

} // namespace

CUDA_API hipError_t cudaOccupancyMaxActiveClusters(int *count, const void *function,
                                                   const LaunchConfiguration *c) {
  return done(ask(active_clusters, count, function, c, error_without_kernel(function)));
}

CUDA_API hipError_t cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                                         const LaunchConfiguration *c) {
  return done(ask(potential_size, size, function, c, error_without_kernel(function)));
}

CUDA_API hipError_t cuOccupancyMaxActiveClusters(int *count, const void *handle,
                                                 const DriverConfiguration *c) {
  return ask(active_clusters, count, handle, c, hipErrorInvalidHandle);
}

CUDA_API hipError_t cuOccupancyMaxPotentialClusterSize(int *size, const void *handle,
                                                       const DriverConfiguration *c) {
  return ask(potential_size, size, handle, c, hipErrorInvalidHandle);
}
