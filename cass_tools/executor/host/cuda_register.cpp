// What nvcc emits into host programs: registration of GPU code and the `<<<...>>>` syntax. As in
// CUDA's crt/host_runtime.h.
#include "hip_types.hpp"

#include "nvidia_device.hpp"
#include "report.hpp"

#include <cstring>

using namespace cass;

extern "C" {
void __hipUnregisterFatBinary(void **);
hipError_t __hipPushCallConfiguration(dim3, dim3, size_t, hipStream_t);
hipError_t __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, hipStream_t *);
}

namespace {

constexpr uint32_t kWrapperMagic = 0x466243b1;

struct Wrapper {
  uint32_t magic, version;
  const char *image;
  void *more; // of separately compiled objects
};

} // namespace

CUDA_API void **__cudaRegisterFatBinary(const void *data) {
  auto wrapper = static_cast<const Wrapper *>(data);
  if (wrapper->magic != kWrapperMagic || !is_nvidia(wrapper->image))
    end_program(kRefused, "refused", "",
                "the program's GPU code is in a container that is not known");
  offer_fat_binary(wrapper->image);
  return reinterpret_cast<void **>(new Module(wrapper->image));
}

CUDA_API void __cudaRegisterFatBinaryEnd(void **) {}

CUDA_API void __cudaUnregisterFatBinary(void **module) { __hipUnregisterFatBinary(module); }

// Managed variables get their addresses before the host first uses one.
CUDA_API char __cudaInitModule(void **module) {
  place_managed(reinterpret_cast<Module *>(module));
  return 1;
}

CUDA_API void __cudaRegisterFunction(void **module, const char *host, char *, const char *name, int,
                                     void *, void *, void *, void *, int *) {
  register_kernel(host, reinterpret_cast<Module *>(module), name);
}

CUDA_API void __cudaRegisterVar(void **module, char *host, char *, const char *name, int,
                                size_t size, int, int) {
  register_variable(host, reinterpret_cast<Module *>(module), name, size);
}

CUDA_API void __cudaRegisterManagedVar(void **module, void **pointer, char *, const char *name, int,
                                       size_t, int, int) {
  register_placed(reinterpret_cast<Module *>(module), pointer, name);
}

CUDA_API void __cudaRegisterTexture(void **module, const void *host, const void **,
                                    const char *name, int, int, int) {
  register_variable(host, reinterpret_cast<Module *>(module), name, 0);
}

CUDA_API void __cudaRegisterSurface(void **module, const void *host, const void **,
                                    const char *name, int, int) {
  register_variable(host, reinterpret_cast<Module *>(module), name, 0);
}

// 0 is success here too; the compiler's code then launches.
CUDA_API unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream) {
  return __hipPushCallConfiguration(grid, block, shared, static_cast<hipStream_t>(stream));
}

CUDA_API hipError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                               void *stream) {
  return __hipPopCallConfiguration(grid, block, shared, static_cast<hipStream_t *>(stream));
}
