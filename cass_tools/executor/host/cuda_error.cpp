// CUDA's names and descriptions of errors, and its versions. The numbers are HIP's.
#include "hip_types.hpp"

#include "nvidia_device.hpp"

#include <cstring>

using namespace cass;

namespace {

struct Names {
  int code;
  const char *runtime, *driver; // nullptr where that interface does not have the error
};

constexpr Names kNames[] = {
#include "cuda_errors.inc"
};

constexpr const char *kUnknown = "unrecognized error code";

const Names *names_of(int code) {
  for (const Names &names : kNames)
    if (names.code == code)
      return &names;
  return nullptr;
}

// HIP took CUDA's texts; those that only CUDA has are told by their names.
const char *text_of(int code) {
  const Names *names = names_of(code);
  if (!names)
    return nullptr;
  auto error = static_cast<hipError_t>(code);
  if (error == hipErrorNoDevice)
    return "no CUDA-capable device is detected";
  bool only_cuda =
      error != hipErrorUnknown && std::strcmp(error_name(error), "hipErrorUnknown") == 0;
  return only_cuda ? (names->runtime ? names->runtime : names->driver) : error_text(error);
}

// 12.8 for programs of CUDA 12: 1000 times the major version and ten times the minor one.
int version_number() {
  constexpr int kCuda11 = 11080, kCuda12 = 12080, kCuda13 = 13000;
  return cuda_version() >= 13 ? kCuda13 : cuda_version() == 12 ? kCuda12 : kCuda11;
}

hipError_t give_version(int *version) {
  if (!version)
    return done(hipErrorInvalidValue);
  *version = version_number();
  return hipSuccess;
}

} // namespace

CUDA_API const char *cudaGetErrorName(int error) {
  const Names *names = names_of(error);
  return names && names->runtime ? names->runtime : kUnknown;
}

CUDA_API const char *cudaGetErrorString(int error) {
  const char *text = text_of(error);
  return text ? text : kUnknown;
}

CUDA_API int cuGetErrorName(int error, const char **name) {
  const Names *names = names_of(error);
  if (!name || !names || !names->driver)
    return hipErrorInvalidValue;
  *name = names->driver;
  return hipSuccess;
}

CUDA_API int cuGetErrorString(int error, const char **text) {
  if (!text || !(*text = text_of(error)))
    return hipErrorInvalidValue;
  return hipSuccess;
}

CUDA_API hipError_t cudaRuntimeGetVersion(int *version) { return give_version(version); }

CUDA_API hipError_t cudaDriverGetVersion(int *version) { return give_version(version); }

CUDA_API hipError_t cuDriverGetVersion(int *version) { return give_version(version); }
