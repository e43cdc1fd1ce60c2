// Errors, versions and other things that need no device.
#include "hip_types.hpp"

#include "nvidia_device.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <string>

using namespace cass;

int cass::program_version() {
  static const int version = [] {
    Dl_info info{};
    dladdr(reinterpret_cast<void *>(&program_version), &info);
    std::string name = info.dli_fname ? info.dli_fname : "";
    size_t number = name.rfind(".so.");
    if (is_cuda())
      return 6; // what CUDA's structures and numbers agree with
    int found = number == name.npos ? 0 : atoi(name.c_str() + number + 4);
    return found ? found : 6;
  }();
  return version;
}

bool cass::has_draft_headers() {
  constexpr int kFirstFinal = 503;
  static const bool draft = [] {
    const char *release = getenv("CASS_EXEC_HIP_RELEASE");
    return program_version() < 6 && release && atoi(release) < kFirstFinal;
  }();
  return draft;
}

HIP_API hipError_t hipGetLastError() { return last_error(true); }

HIP_API hipError_t hipExtGetLastError() { return last_error(true); }

HIP_API hipError_t hipPeekAtLastError() { return last_error(false); }

HIP_API const char *hipGetErrorName(hipError_t error) { return error_name(error); }

HIP_API const char *hipGetErrorString(hipError_t error) { return error_text(error); }

HIP_API hipError_t hipDrvGetErrorName(hipError_t error, const char **name) {
  if (!name)
    return done(hipErrorInvalidValue);
  *name = error_name(error);
  return hipSuccess;
}

HIP_API hipError_t hipDrvGetErrorString(hipError_t error, const char **text) {
  if (!text)
    return done(hipErrorInvalidValue);
  *text = error_text(error);
  return hipSuccess;
}

HIP_NO_EFFECT hipError_t hip_init() { return hipSuccess; }

HIP_NO_EFFECT hipError_t hipInit(unsigned flags) {
  return done(flags ? hipErrorInvalidValue : hipSuccess);
}

// In the form that every HIP version uses: 10,000,000 times the major version and so on.
HIP_API hipError_t hipRuntimeGetVersion(int *version) {
  if (!version)
    return done(hipErrorInvalidValue);
  constexpr int kHip5 = 50221153, kHip6 = 60342131, kHip7 = 70051831;
  *version = program_version() < 6 ? kHip5 : program_version() == 6 ? kHip6 : kHip7;
  return hipSuccess;
}

HIP_API hipError_t hipDriverGetVersion(int *version) { return hipRuntimeGetVersion(version); }

HIP_NO_EFFECT hipError_t hipProfilerStart() { return hipSuccess; }

HIP_NO_EFFECT hipError_t hipProfilerStop() { return hipSuccess; }

// The address of a function by its name, as programs and loaders look it up.
HIP_API hipError_t hipGetProcAddress(const char *name, void **function, int, uint64_t,
                                     int *result) {
  constexpr int kFound = 0, kNotFound = 1;
  if (!name || !*name || !function)
    return done(hipErrorInvalidValue);
  Dl_info own{};
  dladdr(reinterpret_cast<void *>(&cass::program_version), &own);
  void *library = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  *function = library ? dlsym(library, name) : nullptr;
  if (library)
    dlclose(library);
  if (result)
    *result = *function ? kFound : kNotFound;
  return done(*function ? hipSuccess : hipErrorInvalidValue);
}
