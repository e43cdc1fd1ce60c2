// What the programs of this folder use to say that something is not as HIP defines it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <hip/hip_runtime_api.h>

static int failures = 0;

// The call gives exactly this error.
#define GIVES(error, call)                                                                         \
  do {                                                                                             \
    hipError_t result_ = (call);                                                                   \
    if (result_ != (error))                                                                        \
      printf("line %d: %s gives %s\n", __LINE__, #call, hipGetErrorName(result_)), ++failures;     \
  } while (0)

#define OK(call) GIVES(hipSuccess, call)

#define SAME(a, b)                                                                                 \
  do {                                                                                             \
    if (!((a) == (b)))                                                                             \
      printf("line %d: %s is not %s\n", __LINE__, #a, #b), ++failures;                             \
  } while (0)
