// What compilers emit into host programs: registration of GPU code and the `<<<...>>>` syntax.
#include "hip_types.hpp"

#include "device_output.hpp"
#include "report.hpp"

#include <vector>

using namespace cass;

namespace {

constexpr uint32_t kFatBinaryMagic = 0x48495046; // "HIPF"

struct FatBinary {
  uint32_t magic, version;
  const char *image;
  void *unused;
};

struct Configuration {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
};

thread_local std::vector<Configuration> configurations;

} // namespace

HIP_API void **__hipRegisterFatBinary(const void *data) {
  auto binary = static_cast<const FatBinary *>(data);
  if (binary->magic != kFatBinaryMagic)
    end_program(kRefused, "refused", "",
                "the program's GPU code is in a container that is not known");
  return reinterpret_cast<void **>(new Module(binary->image));
}

HIP_API void __hipUnregisterFatBinary(void **handle) {
  synchronize_device(-1); // the program ends, or a library is unloaded: kernels of it may still run
  flush_device_output();
  auto module = reinterpret_cast<Module *>(handle);
  forget(module);
  delete module;
}

HIP_API void __hipRegisterFunction(void **module, const void *host, char *, const char *name,
                                   unsigned, void *, void *, void *, void *, int *) {
  register_kernel(host, reinterpret_cast<Module *>(module), name);
}

HIP_API void __hipRegisterVar(void **module, void *host, char *, const char *name, int, size_t size,
                              int, int) {
  register_variable(host, reinterpret_cast<Module *>(module), name, size);
}

HIP_API void __hipRegisterManagedVar(void *module, void **pointer, void *initial, const char *name,
                                     size_t size, unsigned) {
  register_managed(static_cast<Module *>(module), pointer, initial, name, size);
}

HIP_API void __hipRegisterTexture(void **module, void *host, char *, char *name, int, int, int) {
  register_variable(host, reinterpret_cast<Module *>(module), name, 0);
}

HIP_API void __hipRegisterSurface(void **module, void *host, char *, char *name, int, int) {
  register_variable(host, reinterpret_cast<Module *>(module), name, 0);
}

HIP_API hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                              hipStream_t stream) {
  configurations.push_back({grid, block, shared, stream});
  return done(hipSuccess);
}

HIP_API hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                             hipStream_t *stream) {
  if (configurations.empty())
    return done(hipErrorMissingConfiguration);
  Configuration c = configurations.back();
  configurations.pop_back();
  *grid = c.grid;
  *block = c.block;
  *shared = c.shared;
  *stream = c.stream;
  return done(hipSuccess);
}
