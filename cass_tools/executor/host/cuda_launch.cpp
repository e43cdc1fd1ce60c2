// CUDA's launches beside those that are like HIP's. A kernel handle is the host function that
// stands for the kernel, so that each device finds its own.
#include "hip_types.hpp"

#include "launching.hpp"
#include "report.hpp"

using namespace cass;

namespace {

struct LaunchAttribute {
  int id, padding;
  union {
    int flag;
    uint32_t cluster[3];
    char bytes[64];
  };
};
static_assert(sizeof(LaunchAttribute) == 72);

struct LaunchConfiguration {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
  const LaunchAttribute *attributes;
  unsigned count;
};

// cudaLaunchAttributeID. The others are hints, or what a whole launch does not depend on here.
enum { kCooperative = 2, kCluster = 4, kProgrammaticEvent = 7, kCompletionEvent = 12 };

// Whether the launch is cooperative; ends the program at what is not supported.
bool read_attributes(const LaunchAttribute *attributes, unsigned count) {
  bool cooperative = false;
  for (unsigned i = 0; i < count; ++i) {
    const LaunchAttribute &a = attributes[i];
    cooperative |= a.id == kCooperative && a.flag;
    bool clustered = a.id == kCluster && uint64_t{a.cluster[0]} * a.cluster[1] * a.cluster[2] > 1;
    if (clustered)
      end_program(kRefused, "refused", "",
                  "the program launches a cluster of blocks, which is not supported without a GPU");
    if (a.id == kProgrammaticEvent || a.id == kCompletionEvent)
      end_program(kRefused, "refused", "",
                  "the program launches a kernel that records an event itself, which is not "
                  "supported without a GPU");
  }
  return cooperative;
}

hipError_t launch_host(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                       hipStream_t stream, bool cooperative = false) {
  return done(launch(kernel_of(function), {grid, block, shared, cooperative}, {args}, stream));
}

hipError_t launch_configured(const LaunchConfiguration *c, const void *function, void **args,
                             hipStream_t stream) {
  return launch_host(function, c->grid, c->block, args, c->shared, stream,
                     read_attributes(c->attributes, c->count));
}

} // namespace

CUDA_API hipError_t __cudaGetKernel(const void **kernel, const void *function) {
  *kernel = function;
  return hipSuccess;
}

CUDA_API hipError_t cudaGetKernel(const void **kernel, const void *function) {
  if (!kernel || !function)
    return done(hipErrorInvalidValue);
  return __cudaGetKernel(kernel, function);
}

CUDA_API hipError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **args,
                                       size_t shared, hipStream_t stream) {
  return launch_host(kernel, grid, block, args, shared, stream);
}

CUDA_API hipError_t __cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block, void **args,
                                            size_t shared, hipStream_t stream) {
  return launch_host(kernel, grid, block, args, shared, per_thread(stream));
}

CUDA_API hipError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                                void **args, size_t shared, hipStream_t stream) {
  return launch_host(function, grid, block, args, shared, stream, true);
}

CUDA_API hipError_t cudaLaunchCooperativeKernel_ptsz(const void *function, dim3 grid, dim3 block,
                                                     void **args, size_t shared,
                                                     hipStream_t stream) {
  return launch_host(function, grid, block, args, shared, per_thread(stream), true);
}

CUDA_API hipError_t cudaLaunchKernelExC(const LaunchConfiguration *configuration,
                                        const void *function, void **args) {
  if (!configuration)
    return done(hipErrorInvalidValue);
  return launch_configured(configuration, function, args, configuration->stream);
}

CUDA_API hipError_t cudaLaunchKernelExC_ptsz(const LaunchConfiguration *configuration,
                                             const void *function, void **args) {
  if (!configuration)
    return done(hipErrorInvalidValue);
  return launch_configured(configuration, function, args, per_thread(configuration->stream));
}
