// What HIP has and CUDA has in another form: arithmetic of vectors, lanes without masks, scopes of atomics.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void lanes(unsigned *out, int *flag) {
  unsigned long long ballot = __ballot(threadIdx.x % 4 == 0);
  int up = __shfl_up(int(threadIdx.x), 1), sum = threadIdx.x % 2 ? 3 : 0;
  for (int offset = 32 / 2; offset > 0; offset /= 2)
    sum += __shfl_xor(sum, offset);
  if (__lane_id() == 31) {
    out[0] = __popcll(ballot), out[1] = unsigned(__ballot(1) | __ballot(0)) ? ~0u : 0;
    out[2] = up + 1, out[3] = 2 * sum;
  }
  __hip_atomic_fetch_add(flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  if (hipThreadIdx_x == 0) {
    flag[1] = __all(1) && !__any(0), flag[2] = __builtin_nontemporal_load(&flag[2]) + __ffsll(64ull);
  }
}

int main() {
  float4 a = make_float4(1, 2, 3, 4), b = a * 2.0f;
  b += make_float4(1.5f, 1, 3, 3);
  std::printf("%g %g %g %g | ", b.x, b.y, b.z, b.w);
  unsigned *out, words[4];
  int *flag, flags[3];
  (void)hipMalloc(&out, sizeof words), (void)hipHostMalloc(&flag, sizeof flags, hipHostMallocDefault);
  flag[0] = -22, flag[1] = flag[2] = 0;
  hipLaunchKernelGGL(lanes, dim3(1), dim3(32), 0, 0, out, flag);
  (void)hipMemcpy(words, out, sizeof words, hipMemcpyDeviceToHost);
  std::printf("%u %u %u %u | %d %d %d | ", words[0], words[1], words[2], words[3], flag[0], flag[1], flag[2]);
  int *managed;
  (void)hipMallocManaged(&managed, 8);
  managed[0] = 5, managed[1] = 6;
  (void)hipMemPrefetchAsync(managed, 8, 0, 0), (void)hipMemAdvise(managed, 8, hipMemAdviseSetReadMostly, 0);
  (void)hipDeviceSynchronize();
  std::printf("%d %d\n", managed[0], managed[1]);
}
