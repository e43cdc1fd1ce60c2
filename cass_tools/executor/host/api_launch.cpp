// Kernel launches.
#include "events.hpp"
#include "launching.hpp"

#include <cstring>
#include <map>
#include <mutex>
#include <vector>

using namespace cass;

HIP_API hipError_t hipLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                                   size_t shared, hipStream_t stream) {
  return done(launch(kernel_of(function), {grid, block, shared, false, function}, {args}, stream));
}

HIP_API hipError_t hipLaunchKernel_spt(const void *function, dim3 grid, dim3 block, void **args,
                                       size_t shared, hipStream_t stream) {
  return hipLaunchKernel(function, grid, block, args, shared, per_thread(stream));
}

HIP_API hipError_t hipLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                              void **args, unsigned shared, hipStream_t stream) {
  return done(launch(kernel_of(function), {grid, block, shared, true, function}, {args}, stream));
}

HIP_API hipError_t hipLaunchCooperativeKernel_spt(const void *function, dim3 grid, dim3 block,
                                                  void **args, unsigned shared,
                                                  hipStream_t stream) {
  return hipLaunchCooperativeKernel(function, grid, block, args, shared, per_thread(stream));
}

HIP_API hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launches, int count,
                                                         unsigned) {
  if (!launches || count != 1) // there is one device
    return done(hipErrorInvalidValue);
  const hipLaunchParams &l = *launches;
  return hipLaunchCooperativeKernel(l.func, l.gridDim, l.blockDim, l.args,
                                    static_cast<unsigned>(l.sharedMem), l.stream);
}

HIP_API hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *launches, int count,
                                                      unsigned) {
  for (int i = 0; launches && i < count; ++i) {
    const hipLaunchParams &l = launches[i];
    if (hipError_t error =
            hipLaunchKernel(l.func, l.gridDim, l.blockDim, l.args, l.sharedMem, l.stream))
      return error;
  }
  return done(launches ? hipSuccess : hipErrorInvalidValue);
}

HIP_API hipError_t hipExtLaunchKernel(const void *function, dim3 grid, dim3 block, void **args,
                                      size_t shared, hipStream_t stream, hipEvent_t start,
                                      hipEvent_t stop, int) {
  if (start)
    record(start, stream);
  hipError_t error =
      launch(kernel_of(function), {grid, block, shared, false, function}, {args}, stream);
  if (stop)
    record(stop, stream);
  return done(error);
}

HIP_API hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy,
                                         unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                         unsigned shared, hipStream_t stream, void **params,
                                         void **extra) {
  if (!function)
    return done(hipErrorInvalidHandle);
  LaunchShape shape{{gx, gy, gz}, {bx, by, bz}, shared};
  if (shape.grid.count() == 0 || shape.block.count() == 0 || (params && extra))
    return done(hipErrorInvalidValue);
  Arguments arguments{params};
  if (extra)
    if (hipError_t error = unpack_extra(extra, arguments))
      return done(error);
  return done(launch(function, shape, arguments, stream));
}

HIP_API hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned gx,
                                                    unsigned gy, unsigned gz, unsigned bx,
                                                    unsigned by, unsigned bz, unsigned shared,
                                                    hipStream_t stream, void **params) {
  if (!function)
    return done(hipErrorInvalidHandle);
  return done(launch(function, {{gx, gy, gz}, {bx, by, bz}, shared, true}, {params}, stream));
}

// Sizes are in work items here; only whole workgroups are started.
HIP_API hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t gx, uint32_t gy,
                                            uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz,
                                            size_t shared, hipStream_t stream, void **params,
                                            void **extra, hipEvent_t start, hipEvent_t stop,
                                            uint32_t) {
  if (bx == 0 || by == 0 || bz == 0)
    return done(hipErrorInvalidValue);
  if (gx % bx || gy % by || gz % bz)
    return done(hipErrorNotSupported);
  if (start)
    record(start, stream);
  hipError_t error = hipModuleLaunchKernel(function, gx / bx, gy / by, gz / bz, bx, by, bz,
                                           static_cast<unsigned>(shared), stream, params, extra);
  if (stop)
    record(stop, stream);
  return error;
}

// HIP 5 declares it without C linkage.
__attribute__((visibility("default"))) hipError_t ext_module_launch_of_hip5(
    hipFunction_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, size_t, hipStream_t,
    void **, void **, hipEvent_t, hipEvent_t,
    uint32_t) asm("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihip"
                  "Stream_tPPvS4_P11ihipEvent_tS6_j")
    __attribute__((alias("hipExtModuleLaunchKernel")));

HIP_API hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t gx, uint32_t gy,
                                            uint32_t gz, uint32_t bx, uint32_t by, uint32_t bz,
                                            size_t shared, hipStream_t stream, void **params,
                                            void **extra, hipEvent_t start, hipEvent_t stop) {
  return hipExtModuleLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, params, extra,
                                  start, stop, 0);
}

extern "C" hipError_t __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, hipStream_t *);

namespace {

// The launch interface of before `<<<...>>>`: configure, set up each argument, launch.
struct OldLaunch {
  LaunchShape shape;
  hipStream_t stream;
  std::vector<char> arguments;
};

thread_local std::vector<OldLaunch> old_launches;

// Whether one is open; what the compiler's code has pushed for its next launch is one, too.
bool is_configured() {
  OldLaunch pushed{};
  LaunchShape &shape = pushed.shape;
  if (old_launches.empty() &&
      __hipPopCallConfiguration(&shape.grid, &shape.block, &shape.dynamic_lds, &pushed.stream) ==
          hipSuccess)
    old_launches.push_back(std::move(pushed));
  return !old_launches.empty();
}

} // namespace

HIP_API hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
  old_launches.push_back({{grid, block, shared}, stream, {}});
  return done(hipSuccess);
}

HIP_API hipError_t hipSetupArgument(const void *argument, size_t size, size_t offset) {
  if (!is_configured())
    return done(hipErrorMissingConfiguration);
  std::vector<char> &all = old_launches.back().arguments;
  all.resize(std::max(all.size(), offset + size));
  std::memcpy(all.data() + offset, argument, size);
  return done(hipSuccess);
}

HIP_API hipError_t hipLaunchByPtr(const void *function) {
  if (!is_configured())
    return done(hipErrorMissingConfiguration);
  OldLaunch l = std::move(old_launches.back());
  old_launches.pop_back();
  Arguments arguments{nullptr, l.arguments.data(), l.arguments.size()};
  return done(launch(kernel_of(function), l.shape, arguments, l.stream));
}
