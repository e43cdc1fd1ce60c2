// Each line compares a function with a value worked out from its definition.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

namespace cg = cooperative_groups;

// The source's own operators must be the only ones.
__host__ __device__ float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ void operator+=(float3 &a, float3 b) { a = a + b; }

struct Plain {
  float4 a;
  int2 b;
};
__constant__ int table[4];
__constant__ int single;

#define CHECK(EXPRESSION)                                                                          \
  if (!(EXPRESSION)) {                                                                             \
    printf("wrong: %s\n", #EXPRESSION);                                                            \
    *failed = 1;                                                                                   \
  }

__device__ void integers(int *failed) {
  CHECK(__dp4a(0x01020304, 0x01010101, 5) == 15);
  CHECK(__dp4a((int)0xff000000, 0x02000000, 0) == -2);
  CHECK(__dp4a(0xff000000u, 0x02000000u, 0u) == 510u);
  CHECK(__dp2a_lo(0x00020003, 0x05060708, 1) == 3 * 8 + 2 * 7 + 1);
  CHECK(__dp2a_hi(0x00020003, 0x05060708, 1) == 3 * 6 + 2 * 5 + 1);
  CHECK(__vadd4(0xff010203u, 0x01010101u) == 0x00020304u);
  CHECK(__vaddus4(0xff010203u, 0x01010101u) == 0xff020304u);
  CHECK(__vaddss2(0x7fff0001u, 0x00010001u) == 0x7fff0002u);
  CHECK(__vcmpgts2(0xffff0002u, 0x00000001u) == 0x0000ffffu);
  CHECK(__vcmpgtu2(0xffff0002u, 0x00000001u) == 0xffffffffu);
  CHECK(__vabsdiffu4(0x00ff0503u, 0xff000208u) == 0xffff0305u);
  CHECK(__vsadu4(0x00ff0503u, 0xff000208u) == 255 + 255 + 3 + 5);
  CHECK(__vabsss4(0x80ff0102u) == 0x7f010102u);
  CHECK(__vavgu4(0x01020304u, 0x02020305u) == 0x02020305u);
  CHECK(__ffsll(1ll << 40) == 41 && __ffsll(0ll) == 0 && __ffsll(8) == 4 && __ffsll(8u) == 4);
  CHECK(__fns(0xb0u, 0, 2) == 5u && __fns(0xb0u, 7, -2) == 5u && __fns(1u, 0, 2) == ~0u);
  CHECK(max(3u, 2) == 3u && max(-1, 2) == 2 && min((short)4, 5) == 4 && max(1.0f, 2.5) == 2.5);
  CHECK(__brev(1u) == 0x80000000u && __byte_perm(0x33221100u, 0x77665544u, 0x7410u) == 0x77441100u);
  CHECK(__funnelshift_l(0x80000001u, 1u, 1) == 3u && __funnelshift_r(2u, 1u, 1) == 0x80000001u);
}

__device__ void floats(int *failed) {
  const __nv_bfloat16 b =
      __float2bfloat16(1.00390625f); // halfway between 1 and the next one: to even
  CHECK(__bfloat162float(b) == 1.0f);
  CHECK(__bfloat162float(__hadd(__float2bfloat16(1.5f), __float2bfloat16(2.0f))) == 3.5f);
  CHECK(__bfloat162int_rn(__float2bfloat16(2.5f)) == 2 &&
        __bfloat162int_ru(__float2bfloat16(2.5f)) == 3);
  CHECK((unsigned char)__nv_fp8_e4m3(1.0f).__x == 0x38 && __nv_fp8_e4m3(1000.0f).__x == 0x7e);
  CHECK(__nv_fp8_e4m3(-0.5f).__x == 0xb0 && __nv_fp8_e4m3(0.001953125f).__x == 0x01);
  CHECK(__nv_fp8_e5m2(1.0f).__x == 0x3c && float(__nv_fp8_e5m2(57344.0f)) == 57344.0f);
  const __half2 m = __hmax2(__floats2half2_rn(1, -2), __floats2half2_rn(0.5f, 4));
  CHECK(__low2float(m) == 1.0f && __high2float(m) == 4.0f);
  const cuFloatComplex z = cuCmulf(make_cuFloatComplex(1, 2), make_cuFloatComplex(3, 4));
  CHECK(cuCrealf(z) == -5.0f && cuCimagf(z) == 10.0f && cuCabsf(make_cuFloatComplex(3, 4)) == 5.0f);
  float3 v = make_float3(1, 2, 3);
  v += make_float3(1, 1, 1);
  CHECK(v.x == 2 && v.z == 4);
  const Plain p = {{1, 2}, {3}};
  CHECK(p.a.y == 2 && p.a.w == 0 && p.b.x == 3 && p.b.y == 0 && sizeof(Plain) == 32);
}

__global__ void checks(int *failed, __half2 *half, unsigned short *small) {
  const int lane = threadIdx.x;
  if (lane == 0) {
    integers(failed);
    floats(failed);
    CHECK(table[2] == 30 && single == 7 && warpSize == 32);
  }
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  CHECK(cg::reduce(tile, lane, cg::plus<int>()) == (lane / 8 * 8) * 8 + 28);
  CHECK(cg::inclusive_scan(tile, 1) == (int)tile.thread_rank() + 1 &&
        cg::exclusive_scan(tile, 2) == 2 * (lane % 8));
  CHECK(tile.ballot(lane % 2) == 0xaau && tile.meta_group_rank() == lane / 8u &&
        tile.shfl(lane, 3) == lane / 8 * 8 + 3);
  if (lane % 3 == 0) {
    auto some = cg::coalesced_threads();
    CHECK(some.size() == 11 && some.thread_rank() == lane / 3u && some.shfl(lane, 2) == 6);
    CHECK(some.shfl_down(lane, 1) == (lane == 30 ? 30 : lane + 3) &&
          some.ballot(lane > 15) == 0x7c0u);
  }
  atomicAdd(half, __floats2half2_rn(0.5f, 1.0f));
  atomicCAS(small + 1, (unsigned short)lane, (unsigned short)(lane + 1));
}

int main() {
  int *failed, values[4] = {10, 20, 30, 40}, seven = 7, back = 0;
  __half2 *half, sum;
  unsigned short *small, words[2] = {9, 0};
  cudaMalloc(&failed, sizeof(int));
  cudaMalloc(&half, sizeof(__half2));
  const cudaMemLocation here = {cudaMemLocationTypeDevice, 0}; // as of CUDA 13
  int *managed;
  const bool placed =
      cudaMallocManaged(&managed, 64) == cudaSuccess &&
      cudaMemAdvise(managed, 64, cudaMemAdviseSetPreferredLocation, here) == cudaSuccess &&
      cudaMemPrefetchAsync(managed, 64, here, 0) == cudaSuccess;
  cudaMalloc(&small, sizeof words);
  cudaMemset(failed, 0, sizeof(int));
  cudaMemset(half, 0, sizeof(__half2));
  cudaMemcpy(small, words, sizeof words, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(table, values, sizeof values);
  cudaMemcpyToSymbol(single, &seven, sizeof seven);
  checks<<<1, 32>>>(failed, half, small);
  cudaMemcpy(&back, failed, sizeof back, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, half, sizeof sum, cudaMemcpyDeviceToHost);
  cudaMemcpy(words, small, sizeof words, cudaMemcpyDeviceToHost);
  const float2 total = __half22float2(sum);
  const bool host = max(3ul, 2) == 3ul && max(1.5f, 2.0f) == 2.0f && min(2.5, 1) == 1.0;
  const bool good =
      !back && total.x == 16 && total.y == 32 && words[0] == 9 && words[1] > 0 && host && placed;
  printf(good ? "all right\n" : "wrong: %d %g %g %d\n", back, total.x, total.y, words[1]);
}
