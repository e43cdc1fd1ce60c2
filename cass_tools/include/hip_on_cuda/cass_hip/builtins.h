// Builtins of AMD's compiler for which NVIDIA's has a counterpart of the same meaning. Others stay
// unknown, and the program is then not built for NVIDIA's GPUs.
#pragma once

#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5

#define CASS_HIP_SCOPE(scope)                                                                      \
  ((scope) >= __HIP_MEMORY_SCOPE_SYSTEM  ? __NV_THREAD_SCOPE_SYSTEM                                \
   : (scope) == __HIP_MEMORY_SCOPE_AGENT ? __NV_THREAD_SCOPE_DEVICE                                \
                                         : __NV_THREAD_SCOPE_BLOCK)

template <typename T> __device__ inline T *cass_hip_plain(const volatile T *pointer) {
  return const_cast<T *>(pointer);
}

#define __hip_atomic_load(pointer, order, scope)                                                   \
  __nv_atomic_load_n(cass_hip_plain(pointer), order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_store(pointer, value, order, scope)                                           \
  __nv_atomic_store_n(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_exchange(pointer, value, order, scope)                                        \
  __nv_atomic_exchange_n(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_fetch_add(pointer, value, order, scope)                                       \
  __nv_atomic_fetch_add(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_fetch_and(pointer, value, order, scope)                                       \
  __nv_atomic_fetch_and(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_fetch_or(pointer, value, order, scope)                                        \
  __nv_atomic_fetch_or(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_fetch_xor(pointer, value, order, scope)                                       \
  __nv_atomic_fetch_xor(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_fetch_max(pointer, value, order, scope)                                       \
  __nv_atomic_fetch_max(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))
#define __hip_atomic_fetch_min(pointer, value, order, scope)                                       \
  __nv_atomic_fetch_min(cass_hip_plain(pointer), value, order, CASS_HIP_SCOPE(scope))

#define __builtin_nontemporal_load(pointer) __ldcs(pointer)
#define __builtin_nontemporal_store(value, pointer) __stcs(pointer, value)

#define __builtin_amdgcn_wave_barrier() __syncwarp(__activemask())
#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_fence(order, scope) __threadfence_system()
#define __builtin_amdgcn_s_sleep(clocks) __nanosleep(64 * (clocks))
#define __builtin_amdgcn_readfirstlane(value)                                                      \
  __shfl_sync(__activemask(), value, __ffs(static_cast<int>(__activemask())) - 1)
#define __builtin_amdgcn_rcpf(value) __frcp_rn(value)
#define __builtin_amdgcn_sdot4(a, b, c, saturate) __dp4a(a, b, c)
#define __builtin_amdgcn_udot4(a, b, c, saturate) __dp4a(a, b, c)
#if defined(__CUDA_ARCH__)
#define __builtin_trap() __trap()
#endif

__device__ inline unsigned cass_hip_smid() {
  unsigned number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
}
#define __smid cass_hip_smid
