// Functions of ROCm 6.3 that older headers lack; every expectation follows from their definition at
// any wavefront size.
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;

#define CHECK(EXPRESSION)                                                                          \
  if (!(EXPRESSION)) {                                                                             \
    printf("wrong: %s\n", #EXPRESSION);                                                            \
    *failed = 1;                                                                                   \
  }

template <typename T> __device__ int size_of(T) { return sizeof(T); }

__global__ void checks(int *failed) {
  const int lane = threadIdx.x, last = warpSize - 1;
  const unsigned long long all = warpSize == 64 ? ~0ull : 0xffffffffull;
  CHECK(size_of(threadIdx.x) == 4);
  CHECK(__activemask() == all);
  CHECK(__shfl_down_sync(~0ull, lane, 1) == (lane == last ? last : lane + 1));
  CHECK(__shfl_xor_sync(all, lane, 1) == (lane ^ 1));
  CHECK(__shfl_up_sync(all, 0.5 + lane, 1) == 0.5 + (lane ? lane - 1 : 0));
  CHECK(__shfl_sync(all, lane, 3) == 3);
  CHECK(__ballot_sync(all, lane % 2) == (all & 0xaaaaaaaaaaaaaaaaull));
  CHECK(__any_sync(all, lane == last) && !__any_sync(all, lane > last) &&
        __all_sync(all, lane <= last));
  CHECK(__match_any_sync(all, lane % 2) ==
        (all & (lane % 2 ? 0xaaaaaaaaaaaaaaaaull : 0x5555555555555555ull)));
  int same = 0;
  CHECK(__match_any_sync(all, lane % 2 != 0) == __match_any_sync(all, lane % 2)); // bool, as int
  CHECK(__match_any_sync(all, (short)(lane % 3)) == __match_any_sync(all, lane % 3));
  CHECK(__match_all_sync(all, 7, &same) == all && same);
  CHECK(__match_all_sync(all, lane, &same) == 0 && !same);
  if (lane % 2) { // two groups of lanes, each with its own mask
    CHECK(__ballot_sync(all & 0xaaaaaaaaaaaaaaaaull, 1) == (all & 0xaaaaaaaaaaaaaaaaull));
  } else {
    CHECK(__all_sync(all & 0x5555555555555555ull, 1));
  }
  const auto equal = __match_any_sync(all, lane % 5); // five groups, in one call with five masks
  CHECK(__shfl_sync(equal, lane, __ffsll(equal) - 1) == lane % 5);
  CHECK(__match_all_sync(equal, lane % 5, &same) == equal && same);
  CHECK(__match_all_sync(equal, lane, &same) == 0 && !same);
  CHECK(__match_any_sync(all, __uint_as_float(0x7fc00000)) == all); // NaN, compared as bits
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  CHECK(tile.size() == 16 && tile.thread_rank() == lane % 16u);
  CHECK(tile.shfl_xor(lane, 15) == (lane / 16 * 16 + 15 - lane % 16));
  CHECK(tile.any(lane == 0) == (lane < 16));
  if (lane % 3 == 0) {
    auto some = cg::coalesced_threads();
    CHECK(some.size() == (warpSize + 2) / 3u && some.thread_rank() == lane / 3u);
  }
  if (lane == 0) {
    CHECK(__bfloat162float(__float2bfloat16(1.00390625f)) == 1.0f);
    CHECK(__bfloat162float(__hmul(__float2bfloat16(1.5f), __float2bfloat16(3.0f))) == 4.5f);
    CHECK(__hip_fp8_e4m3(448.0f).__x == 0x7e && __hip_fp8_e4m3_fnuz(1.0f).__x == 0x40);
    CHECK(__hip_fp8_e4m3(-__builtin_inff()).__x == 0xfe &&
          __hip_fp8_e4m3_fnuz(-__builtin_inff()).__x == 0x80);
    using Fnuz = __hip_fp8_e4m3_fnuz; // rounds as its constants say
    CHECK(__hip_cvt_float_to_fp8(1e9f, Fnuz::__default_saturation, Fnuz::__default_interpret) ==
          Fnuz(1e9f).__x);
    CHECK(float(__hip_fp8_e5m2_fnuz(-2.0f)) == -2.0f && __hip_fp8_e4m3_fnuz(-0.0f).__x == 0);
  }
}

int main() {
  int *failed, back = 0;
  hipDeviceProp_t properties;
  if (hipGetDeviceProperties(&properties, 0) != hipSuccess ||
      properties.sharedMemPerBlockOptin == 0)
    return 1;
  if (hipMalloc(&failed, sizeof(int)) != hipSuccess ||
      hipMemset(failed, 0, sizeof(int)) != hipSuccess)
    return 2;
  checks<<<1, properties.warpSize>>>(failed);
  if (hipMemcpy(&back, failed, sizeof back, hipMemcpyDeviceToHost) != hipSuccess)
    return 3;
  hipPointerAttribute_t place;
  const bool here =
      hipPointerGetAttributes(&place, failed) == hipSuccess && place.type == hipMemoryTypeDevice;
  const bool there = hipPointerGetAttributes(&place, &back) == hipSuccess &&
                     place.type == hipMemoryTypeUnregistered;
  printf(back == 0 && here && there ? "all right\n" : "wrong: %d %d %d\n", back, here, there);
}
