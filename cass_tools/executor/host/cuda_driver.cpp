// CUDA's driver interface where it is not HIP's, and the calls by which programs look functions up.
#include "hip_types.hpp"

#include <dlfcn.h>

using namespace cass;

extern "C" hipError_t hipCtxCreate(void **, unsigned, int);

namespace {

// A function of this library by its name: its newest form first, as the headers choose it.
void *function_named(const std::string &name) {
  Dl_info own{};
  dladdr(reinterpret_cast<void *>(&cass::program_version), &own);
  void *library = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  if (!library)
    return nullptr;
  void *found = nullptr;
  for (const char *suffix : {"_v4", "_v3", "_v2", ""})
    if (!found)
      found = dlsym(library, (name + suffix).c_str());
  dlclose(library);
  return found;
}

hipError_t look_up(const char *name, void **function, int *result) {
  constexpr int kFound = 0, kNotFound = 1;
  if (!name || !*name || !function)
    return done(hipErrorInvalidValue);
  *function = function_named(name);
  if (result)
    *result = *function ? kFound : kNotFound;
  return *function || result ? hipSuccess : done(hipErrorNotFound);
}

} // namespace

CUDA_API hipError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long,
                                            int *result) {
  return look_up(name, function, result);
}

CUDA_API hipError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned,
                                                     unsigned long long, int *result) {
  return look_up(name, function, result);
}

CUDA_API hipError_t cuGetProcAddress(const char *name, void **function, int, uint64_t) {
  return look_up(name, function, nullptr);
}

CUDA_API hipError_t cuGetProcAddress_v2(const char *name, void **function, int, uint64_t,
                                        int *result) {
  return look_up(name, function, result);
}

// CUDA 13 put parameters in front of the flags: affinity to a share of the card, of which there is
// none here.
CUDA_API hipError_t cuCtxCreate_v4(void **context, void *, unsigned flags, int number) {
  return hipCtxCreate(context, flags, number);
}
