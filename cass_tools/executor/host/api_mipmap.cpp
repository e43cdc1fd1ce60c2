// Arrays with levels of detail. The runtime has none on Linux; what is wrong with a call comes
// first.
#include "arrays.hpp"

using namespace cass;

HIP_API hipError_t hipMallocMipmappedArray(void **result, const hipChannelFormatDesc *desc,
                                           hipExtent, unsigned, unsigned) {
  return done(result && desc ? hipErrorNotSupported : hipErrorInvalidValue);
}

HIP_API hipError_t hipMipmappedArrayCreate(void **result, const void *description, unsigned) {
  return done(result && description ? hipErrorNotSupported : hipErrorInvalidValue);
}

HIP_API hipError_t hipFreeMipmappedArray(const void *array) {
  return done(array ? hipErrorNotSupported : hipErrorInvalidValue);
}

HIP_API hipError_t hipMipmappedArrayDestroy(const void *array) {
  return hipFreeMipmappedArray(array);
}

HIP_API hipError_t hipGetMipmappedArrayLevel(hipArray_t *level, const void *array, unsigned) {
  if (!level)
    return done(hipErrorInvalidValue);
  return done(array ? hipErrorNotSupported : hipErrorInvalidHandle);
}

HIP_API hipError_t hipMipmappedArrayGetLevel(hipArray_t *level, const void *array,
                                             unsigned number) {
  return hipGetMipmappedArrayLevel(level, array, number);
}
