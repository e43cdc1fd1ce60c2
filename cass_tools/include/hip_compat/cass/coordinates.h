// threadIdx, blockIdx, blockDim and gridDim whose members are plain unsigned numbers, as from
// ROCm 6.1 on: before, they were objects that `auto`, templates and printf took for something else.
#pragma once

#if defined(CASS_CUDA) // where threadIdx is a uint3
#define CASS_TO_UINT3                                                                              \
  __device__ operator uint3() const { return {cass_x(), cass_y(), cass_z()}; }
#else
#define CASS_TO_UINT3
#endif

#define CASS_COORDINATE(TYPE, CALL)                                                                \
  struct TYPE {                                                                                    \
    __declspec(property(get = cass_x)) unsigned x;                                                 \
    __declspec(property(get = cass_y)) unsigned y;                                                 \
    __declspec(property(get = cass_z)) unsigned z;                                                 \
    __device__ static inline __attribute__((always_inline)) unsigned cass_x() {                    \
      return unsigned(CALL(0));                                                                    \
    }                                                                                              \
    __device__ static inline __attribute__((always_inline)) unsigned cass_y() {                    \
      return unsigned(CALL(1));                                                                    \
    }                                                                                              \
    __device__ static inline __attribute__((always_inline)) unsigned cass_z() {                    \
      return unsigned(CALL(2));                                                                    \
    }                                                                                              \
    __device__ operator dim3() const { return dim3(cass_x(), cass_y(), cass_z()); }                \
    CASS_TO_UINT3                                                                                  \
  }

CASS_COORDINATE(CassThreadIdx, __ockl_get_local_id);
CASS_COORDINATE(CassBlockIdx, __ockl_get_group_id);
CASS_COORDINATE(CassBlockDim, __ockl_get_local_size);
CASS_COORDINATE(CassGridDim, __ockl_get_num_groups);
#undef CASS_COORDINATE
#undef CASS_TO_UINT3

extern const __device__ __attribute__((weak)) CassThreadIdx threadIdx;
extern const __device__ __attribute__((weak)) CassBlockIdx blockIdx;
extern const __device__ __attribute__((weak)) CassBlockDim blockDim;
extern const __device__ __attribute__((weak)) CassGridDim gridDim;
