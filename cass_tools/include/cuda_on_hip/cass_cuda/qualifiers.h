// CUDA's spellings of attributes.
#pragma once

#undef __align__
#define __align__(N) __attribute__((aligned(N)))
#define __builtin_align__(N) __attribute__((aligned(N)))
#define __grid_constant__
#define __nv_pure__ __attribute__((pure))
#define __cluster_dims__(...)
#define __maxnreg__(N)
#define __block_size__(...)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#define CUDART_CB
#define CUDAAPI
#undef CUDA_CB
#define CUDA_CB
#if !defined(__inline__)
#define __inline__ inline
#endif

// CUDA's third argument is about clusters, which these GPUs do not have.
#undef __launch_bounds__
#define CASS_LAUNCH_BOUNDS_1(A) __attribute__((launch_bounds(A)))
#define CASS_LAUNCH_BOUNDS_2(A, B) __attribute__((launch_bounds(A)))
#define CASS_LAUNCH_BOUNDS_3(A, B, C) __attribute__((launch_bounds(A)))
#define CASS_LAUNCH_BOUNDS(A, B, C, NAME, ...) NAME
#define __launch_bounds__(...)                                                                     \
  CASS_LAUNCH_BOUNDS(__VA_ARGS__, CASS_LAUNCH_BOUNDS_3, CASS_LAUNCH_BOUNDS_2,                      \
                     CASS_LAUNCH_BOUNDS_1, )                                                       \
  (__VA_ARGS__)
