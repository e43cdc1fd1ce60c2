// Functions of HIP that work on the lanes of a wavefront. Masks have 64 bits, of which 32 are used.
// Those without _sync mean the lanes that come together.
#pragma once

using cass_hip_mask = unsigned long long;

__device__ inline unsigned cass_hip_lane() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

#define __lane_id cass_hip_lane
#define __ballot cass_hip_ballot
#define __any cass_hip_any
#define __all cass_hip_all
#define __shfl cass_hip_shfl
#define __shfl_up cass_hip_shfl_up
#define __shfl_down cass_hip_shfl_down
#define __shfl_xor cass_hip_shfl_xor

__device__ inline cass_hip_mask cass_hip_ballot(int value) {
  return __ballot_sync(__activemask(), value);
}
__device__ inline int cass_hip_any(int value) { return __any_sync(__activemask(), value); }
__device__ inline int cass_hip_all(int value) { return __all_sync(__activemask(), value); }

template <typename T> __device__ inline T cass_hip_shfl(T value, int lane, int width = 32) {
  return __shfl_sync(__activemask(), value, lane, width);
}
template <typename T>
__device__ inline T cass_hip_shfl_up(T value, unsigned delta, int width = 32) {
  return __shfl_up_sync(__activemask(), value, delta, width);
}
template <typename T>
__device__ inline T cass_hip_shfl_down(T value, unsigned delta, int width = 32) {
  return __shfl_down_sync(__activemask(), value, delta, width);
}
template <typename T> __device__ inline T cass_hip_shfl_xor(T value, int mask, int width = 32) {
  return __shfl_xor_sync(__activemask(), value, mask, width);
}

// HIP counts and finds bits in both signednesses.
__device__ inline int __ffsll(unsigned long long value) {
  return __ffsll(static_cast<long long>(value));
}
__device__ inline int __ffs(unsigned value) { return __ffs(static_cast<int>(value)); }
