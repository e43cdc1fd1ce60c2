// Asynchronous copies to shared memory, done at once.
#pragma once

#include <cuda_runtime.h>

CASS_DEVICE void __pipeline_commit() {}
CASS_DEVICE void __pipeline_wait_prior(size_t) { __threadfence_block(); }
CASS_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t size,
                                         size_t zeroes = 0) {
  for (size_t i = 0; i < size; ++i)
    static_cast<char *>(to)[i] = i < size - zeroes ? static_cast<const char *>(from)[i] : char(0);
}
