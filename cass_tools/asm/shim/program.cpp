// What nvcc emits into host programs: registration of GPU code, and launches. As in CUDA's
// crt/host_runtime.h; HIP has the same under its own names.
#include "cuda_attributes.hpp"
#include "managed.hpp"

#include <cstdint>

#define CUDA_API extern "C" __attribute__((visibility("default")))

using namespace cass;

namespace {

struct Dim {
  unsigned x, y, z;
};
struct Wrapper {
  uint32_t magic, version;
  const void *image;
  void *more;
};
constexpr uint32_t kHipMagic = 0x48495046;

struct LaunchConfiguration {
  Dim grid, block;
  size_t shared;
  void *stream;
  const LaunchAttribute *attributes;
  unsigned count;
};
enum { kCooperative = 2, kCluster = 4 }; // cudaLaunchAttributeID

int launch(const char *how, const void *function, Dim grid, Dim block, void **arguments,
           size_t shared, void *stream) {
  return call_hip<int>(how, function, grid, block, arguments, shared, stream);
}

} // namespace

CUDA_API void **__cudaRegisterFatBinary(const void *data) {
  auto wrapper = static_cast<const Wrapper *>(data);
  const void *bundle = bundle_of(wrapper->image);
  if (!bundle)
    stop("GPU code of the program was not translated", "a fat binary");
  // HIP keeps the address.
  auto own = new Wrapper{kHipMagic, 1, bundle, nullptr};
  return call_hip<void **>("__hipRegisterFatBinary", static_cast<const void *>(own));
}

CUDA_API void __cudaRegisterFatBinaryEnd(void **) { place_managed(); }

CUDA_API void __cudaUnregisterFatBinary(void **module) {
  forget_managed(module);
  call_hip<void>("__hipUnregisterFatBinary", module);
}

// Called before the host uses a managed variable.
CUDA_API char __cudaInitModule(void **) {
  place_managed();
  return 1;
}

CUDA_API void __cudaRegisterFunction(void **module, const char *host, char *device,
                                     const char *name, int limit, void *thread, void *block,
                                     void *dim, void *grid, int *warp) {
  call_hip<void>("__hipRegisterFunction", module, static_cast<const void *>(host), device, name,
                 limit, thread, block, dim, grid, warp);
}

CUDA_API void __cudaRegisterVar(void **module, char *host, char *device, const char *name,
                                int is_external, size_t size, int is_constant, int is_global) {
  call_hip<void>("__hipRegisterVar", module, static_cast<void *>(host), device,
                 const_cast<char *>(name), is_external, size, is_constant, is_global);
}

CUDA_API void __cudaRegisterManagedVar(void **module, void **pointer, char *, const char *name, int,
                                       size_t size, int, int) {
  announce_managed(module, pointer, name, size);
}

CUDA_API unsigned __cudaPushCallConfiguration(Dim grid, Dim block, size_t shared, void *stream) {
  place_managed();
  return call_hip<unsigned>("__hipPushCallConfiguration", grid, block, shared, stream);
}

CUDA_API int __cudaPopCallConfiguration(Dim *grid, Dim *block, size_t *shared, void *stream) {
  return call_hip<int>("__hipPopCallConfiguration", grid, block, shared, stream);
}

// A kernel's handle is the host function that stands for it.
CUDA_API int __cudaGetKernel(const void **kernel, const void *function) {
  *kernel = function;
  return 0;
}
CUDA_API int cudaGetKernel(const void **kernel, const void *function) {
  return __cudaGetKernel(kernel, function);
}

CUDA_API int __cudaLaunchKernel(const void *kernel, Dim grid, Dim block, void **arguments,
                                size_t shared, void *stream) {
  return launch("hipLaunchKernel", kernel, grid, block, arguments, shared, stream);
}

CUDA_API int __cudaLaunchKernel_ptsz(const void *kernel, Dim grid, Dim block, void **arguments,
                                     size_t shared, void *stream) {
  return launch("hipLaunchKernel_spt", kernel, grid, block, arguments, shared, stream);
}

CUDA_API int cudaLaunchCooperativeKernel(const void *kernel, Dim grid, Dim block, void **arguments,
                                         size_t shared, void *stream) {
  place_managed();
  return call_hip<int>("hipLaunchCooperativeKernel", kernel, grid, block, arguments,
                       static_cast<unsigned>(shared), stream);
}

CUDA_API int cudaLaunchKernelExC(const LaunchConfiguration *c, const void *kernel,
                                 void **arguments) {
  bool is_cooperative = false;
  for (unsigned i = 0; i < c->count; ++i) {
    const LaunchAttribute &a = c->attributes[i];
    is_cooperative |= a.id == kCooperative && a.flag;
    if (a.id == kCluster && uint64_t{a.cluster[0]} * a.cluster[1] * a.cluster[2] > 1)
      stop("AMD's GPUs do not have it", "a launch of a cluster of blocks");
  }
  return is_cooperative ? cudaLaunchCooperativeKernel(kernel, c->grid, c->block, arguments,
                                                      c->shared, c->stream)
                        : launch("hipLaunchKernel", kernel, c->grid, c->block, arguments, c->shared,
                                 c->stream);
}
