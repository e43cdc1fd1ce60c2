// CUDA's libraries of kernels, which are modules that no context owns: loaded once, and each device
// finds its own code by the same handles. Errors are those of an H200 with CUDA 13.
#include "hip_types.hpp"

using namespace cass;

extern "C" {
hipError_t hipModuleLoad(hipModule_t *, const char *);
hipError_t hipModuleLoadData(hipModule_t *, const void *);
hipError_t hipModuleUnload(hipModule_t);
hipError_t hipModuleGetFunction(hipFunction_t *, hipModule_t, const char *);
hipError_t hipModuleGetGlobal(hipDeviceptr_t *, size_t *, hipModule_t, const char *);
}

namespace {

hipError_t give_managed(hipDeviceptr_t *address, size_t *size, hipModule_t library,
                        const char *name) {
  hipDeviceptr_t found = nullptr;
  if (hipError_t error = hipModuleGetGlobal(&found, size, library, name))
    return error;
  if (!library->managed(name))
    return hipErrorNotFound;
  if (address)
    *address = found;
  return hipSuccess;
}

hipError_t give_count(unsigned *count, hipModule_t module) {
  if (!count || !module)
    return module ? hipErrorInvalidValue : hipErrorInvalidHandle;
  *count = static_cast<unsigned>(module->kernel_names().size());
  return hipSuccess;
}

hipError_t enumerate(hipFunction_t *functions, unsigned room, hipModule_t module) {
  if (!functions || !module)
    return module ? hipErrorInvalidValue : hipErrorInvalidHandle;
  std::vector<std::string> names = module->kernel_names();
  for (size_t i = 0; i < std::min<size_t>(room, names.size()); ++i)
    functions[i] = module->kernel(names[i]);
  return hipSuccess;
}

} // namespace

// The options are of the compiler for PTX, which is not compiled here, and of how long the program
// keeps the image; it is copied.
CUDA_API hipError_t cudaLibraryLoadData(hipModule_t *library, const void *image, int *, void **,
                                        unsigned, int *, void **, unsigned) {
  return hipModuleLoadData(library, image);
}

CUDA_API hipError_t cuLibraryLoadData(hipModule_t *library, const void *image, int *, void **,
                                      unsigned, int *, void **, unsigned) {
  return hipModuleLoadData(library, image);
}

CUDA_API hipError_t cudaLibraryLoadFromFile(hipModule_t *library, const char *path, int *, void **,
                                            unsigned, int *, void **, unsigned) {
  return hipModuleLoad(library, path);
}

CUDA_API hipError_t cuLibraryLoadFromFile(hipModule_t *library, const char *path, int *, void **,
                                          unsigned, int *, void **, unsigned) {
  return hipModuleLoad(library, path);
}

CUDA_API hipError_t cudaLibraryUnload(hipModule_t library) { return hipModuleUnload(library); }

CUDA_API hipError_t cuLibraryUnload(hipModule_t library) { return hipModuleUnload(library); }

CUDA_API hipError_t cudaLibraryGetKernel(hipFunction_t *kernel, hipModule_t library,
                                         const char *name) {
  return hipModuleGetFunction(kernel, library, name);
}

CUDA_API hipError_t cuLibraryGetKernel(hipFunction_t *kernel, hipModule_t library,
                                       const char *name) {
  return hipModuleGetFunction(kernel, library, name);
}

CUDA_API hipError_t cuLibraryGetModule(hipModule_t *module, hipModule_t library) {
  if (!module || !library)
    return library ? hipErrorInvalidValue : hipErrorInvalidHandle;
  *module = library;
  return done(hipSuccess);
}

CUDA_API hipError_t cuKernelGetLibrary(hipModule_t *library, const void *kernel) {
  hipModule_t found = module_of(kernel);
  if (!library || !found)
    return library ? hipErrorInvalidHandle : hipErrorInvalidValue;
  *library = found;
  return done(hipSuccess);
}

CUDA_API hipError_t cudaLibraryGetGlobal(hipDeviceptr_t *address, size_t *size, hipModule_t library,
                                         const char *name) {
  return hipModuleGetGlobal(address, size, library, name);
}

CUDA_API hipError_t cuLibraryGetGlobal(hipDeviceptr_t *address, size_t *size, hipModule_t library,
                                       const char *name) {
  return hipModuleGetGlobal(address, size, library, name);
}

CUDA_API hipError_t cudaLibraryGetManaged(hipDeviceptr_t *address, size_t *size,
                                          hipModule_t library, const char *name) {
  return done(give_managed(address, size, library, name));
}

CUDA_API hipError_t cuLibraryGetManaged(hipDeviceptr_t *address, size_t *size, hipModule_t library,
                                        const char *name) {
  return give_managed(address, size, library, name);
}

CUDA_API hipError_t cudaLibraryGetKernelCount(unsigned *count, hipModule_t library) {
  return done(give_count(count, library));
}

CUDA_API hipError_t cuLibraryGetKernelCount(unsigned *count, hipModule_t library) {
  return give_count(count, library);
}

CUDA_API hipError_t cuModuleGetFunctionCount(unsigned *count, hipModule_t module) {
  return give_count(count, module);
}

CUDA_API hipError_t cudaLibraryEnumerateKernels(hipFunction_t *kernels, unsigned room,
                                                hipModule_t library) {
  return done(enumerate(kernels, room, library));
}

CUDA_API hipError_t cuLibraryEnumerateKernels(hipFunction_t *kernels, unsigned room,
                                              hipModule_t library) {
  return enumerate(kernels, room, library);
}

CUDA_API hipError_t cuModuleEnumerateFunctions(hipFunction_t *functions, unsigned room,
                                               hipModule_t module) {
  return enumerate(functions, room, module);
}

CUDA_API hipError_t cuModuleLoadFatBinary(hipModule_t *module, const void *image) {
  return hipModuleLoadData(module, image);
}

CUDA_API hipError_t cuModuleGetLoadingMode(int *mode) {
  constexpr int kEager = 1;
  if (!mode)
    return hipErrorInvalidValue;
  *mode = kEager;
  return done(hipSuccess);
}
