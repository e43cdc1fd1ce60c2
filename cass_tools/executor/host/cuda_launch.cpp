// CUDA's launches beside those that are like HIP's. A kernel handle is the host function that
// stands for the kernel, so that each device finds its own.
#include "cuda_launch.hpp"

#include "report.hpp"

using namespace cass;

namespace {

// cudaLaunchAttributeID. The others are hints, or what a whole launch does not depend on here.
enum { kCooperative = 2, kCluster = 4, kProgrammaticEvent = 7, kCompletionEvent = 12 };

hipError_t launch_host(const void *function, dim3 grid, dim3 block, void **args, size_t shared,
                       hipStream_t stream, bool cooperative = false) {
  return done(
      launch(kernel_of(function), {grid, block, shared, cooperative, function}, {args}, stream));
}

hipError_t launch_configured(const LaunchConfiguration *c, const void *function, void **args,
                             hipStream_t stream) {
  LaunchShape plain{c->grid, c->block, c->shared, false, function};
  return done(launch(kernel_of(function), shaped(plain, c->attributes, c->count), {args}, stream));
}

// What the driver interface launches: a function or a kernel of a library.
hipError_t launch_handle(const void *handle, const LaunchShape &shape, void **parameters,
                         void **extra, hipStream_t stream) {
  const Kernel *kernel = kernel_of(handle);
  if (!kernel)
    return hipErrorInvalidHandle;
  Arguments arguments{parameters};
  if (parameters && extra)
    return hipErrorInvalidValue;
  if (extra)
    if (hipError_t error = unpack_extra(extra, arguments))
      return error;
  return launch(kernel, shape, arguments, stream);
}

hipError_t launch_configured(const DriverConfiguration *c, const void *handle, void **parameters,
                             void **extra, hipStream_t stream) {
  LaunchShape shape = shaped({c->grid, c->block, c->shared}, c->attributes, c->count);
  return launch_handle(handle, shape, parameters, extra, stream);
}

} // namespace

LaunchShape cass::shaped(LaunchShape shape, const LaunchAttribute *attributes, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    const LaunchAttribute &a = attributes[i];
    shape.cooperative |= a.id == kCooperative && a.flag;
    if (a.id == kCluster)
      shape.cluster = {a.cluster[0], a.cluster[1], a.cluster[2]};
    if (a.id == kProgrammaticEvent || a.id == kCompletionEvent)
      end_program(kRefused, "refused", "",
                  "the program launches a kernel that records an event itself, which is not "
                  "supported without a GPU");
  }
  return shape;
}

CUDA_API hipError_t __cudaGetKernel(const void **kernel, const void *function) {
  *kernel = function;
  return done(hipSuccess);
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

CUDA_API hipError_t cuLaunchKernel(const void *handle, unsigned gx, unsigned gy, unsigned gz,
                                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                   hipStream_t stream, void **parameters, void **extra) {
  return launch_handle(handle, {{gx, gy, gz}, {bx, by, bz}, shared}, parameters, extra, stream);
}

CUDA_API hipError_t cuLaunchCooperativeKernel(const void *handle, unsigned gx, unsigned gy,
                                              unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                              unsigned shared, hipStream_t stream,
                                              void **parameters) {
  return launch_handle(handle, {{gx, gy, gz}, {bx, by, bz}, shared, true}, parameters, nullptr,
                       stream);
}

CUDA_API hipError_t cuLaunchKernelEx(const DriverConfiguration *configuration, const void *handle,
                                     void **parameters, void **extra) {
  if (!configuration)
    return hipErrorInvalidValue;
  return launch_configured(configuration, handle, parameters, extra, configuration->stream);
}

CUDA_API hipError_t cuLaunchKernel_ptsz(const void *handle, unsigned gx, unsigned gy, unsigned gz,
                                        unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                        hipStream_t stream, void **parameters, void **extra) {
  return launch_handle(handle, {{gx, gy, gz}, {bx, by, bz}, shared}, parameters, extra,
                       per_thread(stream));
}

CUDA_API hipError_t cuLaunchCooperativeKernel_ptsz(const void *handle, unsigned gx, unsigned gy,
                                                   unsigned gz, unsigned bx, unsigned by,
                                                   unsigned bz, unsigned shared, hipStream_t stream,
                                                   void **parameters) {
  return launch_handle(handle, {{gx, gy, gz}, {bx, by, bz}, shared, true}, parameters, nullptr,
                       per_thread(stream));
}

CUDA_API hipError_t cuLaunchKernelEx_ptsz(const DriverConfiguration *configuration,
                                          const void *handle, void **parameters, void **extra) {
  if (!configuration)
    return hipErrorInvalidValue;
  return launch_configured(configuration, handle, parameters, extra,
                           per_thread(configuration->stream));
}
