#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/ptx>
#pragma nv_diag_suppress static_var_with_dynamic_init
namespace cg = cooperative_groups;
using block_barrier = cuda::barrier<cuda::thread_scope_block>;
extern "C" __global__ void a01_barrier(const int *in, int *out, int rounds) {
  __shared__ block_barrier bar;
  __shared__ int box[128];
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  block.sync();
  int v = in[threadIdx.x];
  for (int r = 0; r < rounds; ++r) {
    box[threadIdx.x] = v;
    auto token = bar.arrive();
    v = v * 3 + 1;
    bar.wait(std::move(token));
    v += box[(threadIdx.x + r + 1) % blockDim.x];
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = v;
}
extern "C" __global__ void a02_memcpy(const int *in, int *out, int n) {
  __shared__ block_barrier bar;
  __shared__ alignas(16) int tile[256];
  auto block = cg::this_thread_block();
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  block.sync();
  int sum = 0;
  for (int at = 0; at < n; at += 256) {
    cuda::memcpy_async(block, tile, in + at, cuda::aligned_size_t<16>(sizeof tile), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
      sum += tile[i ^ 5] * (i + 1);
    block.sync();
  }
  out[threadIdx.x] = sum;
}
extern "C" __global__ void a03_pipeline(const float *in, float *out, int n) {
  constexpr int stages = 2;
  __shared__ float tile[stages][128];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  float sum = 0;
  int chunks = n / 128;
  for (int c = 0, f = 0; c < chunks; ++c) {
    for (; f < chunks && f < c + stages; ++f) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[f % stages], in + f * 128, sizeof tile[0], pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[c % stages][(threadIdx.x + c) % 128];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}
extern "C" __global__ void a04_bulk(const int *in, int *out) {
#if __CUDA_ARCH__ >= 900
  __shared__ alignas(128) int tile[512];
  __shared__ block_barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  }
  __syncthreads();
  block_barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(tile, in + blockIdx.x * 512,
                                  cuda::aligned_size_t<16>(sizeof tile), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof tile);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < 512; i += blockDim.x)
    tile[i] = tile[i] * 2 + i;
  cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::ptx::cp_async_bulk(cuda::ptx::space_global, cuda::ptx::space_shared,
                             out + blockIdx.x * 512, tile, sizeof tile);
    cuda::ptx::cp_async_bulk_commit_group();
    cuda::ptx::cp_async_bulk_wait_group_read(cuda::ptx::n32_t<0>());
  }
#endif
}
struct alignas(16) Pair {
  long long a, b;
};
extern "C" __global__ void a05_wide(Pair *p, Pair *out) {
#if __CUDA_ARCH__ >= 900
  cuda::atomic_ref<Pair, cuda::thread_scope_device> ref(*p);
  Pair old = ref.load();
  while (!ref.compare_exchange_weak(old, Pair{old.a + 1, old.b + (long long)threadIdx.x})) {
  }
  out[threadIdx.x] = old;
#endif
}
extern "C" __global__ void a06_wide_exchange(Pair *p, Pair *out) {
#if __CUDA_ARCH__ >= 900
  cuda::atomic_ref<Pair, cuda::thread_scope_device> ref(*p);
  out[threadIdx.x] = ref.exchange(Pair{(long long)threadIdx.x, -(long long)threadIdx.x});
  __threadfence();
  ref.store(Pair{7, 8});
#endif
}
extern "C" __global__ void a07_drop(int *out) {
  __shared__ block_barrier bar;
  if (threadIdx.x == 0)
    init(&bar, blockDim.x);
  __syncthreads();
  auto token = bar.arrive();
  int before = 1;
  bar.wait(std::move(token));
  if (threadIdx.x & 1)
    bar.arrive_and_drop();
  else {
    bar.arrive_and_wait();
    bar.arrive_and_wait();
  }
  out[threadIdx.x] = before;
}
extern "C" __global__ void a08_arrive_many(int *out) {
  __shared__ block_barrier bar;
  if (threadIdx.x == 0)
    init(&bar, 3 * blockDim.x);
  __syncthreads();
  bar.wait(bar.arrive(3));
  out[threadIdx.x] = 1;
}
extern "C" __global__ void a09_grid(const int *in, int *out, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int n = grid.size(), at = grid.thread_rank(), value = in[at];
  for (int r = 0; r < rounds; ++r) {
    out[at] = value;
    grid.sync();
    value += out[(at + 77) % n];
    grid.sync();
  }
  out[at] = value;
}
extern "C" __global__ void a10_atomics(cuda::atomic<double> *sum,
                                       cuda::atomic<int, cuda::thread_scope_block> *most,
                                       cuda::std::atomic<unsigned long long> *bits) {
  sum->fetch_add(1.5);
  most->fetch_max(threadIdx.x * 7 % 61);
  bits->fetch_xor(1ull << threadIdx.x);
}
