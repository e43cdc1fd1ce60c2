// Open-addressing hash table probed by cooperative groups of a template size; 64-bit slots.
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
using namespace cooperative_groups;
using Slot = unsigned long long;
static constexpr Slot kEmpty = 0xffffffffffffffffull;
__host__ __device__ inline uint32_t mix(uint32_t k) {
  k ^= k >> 16;
  k *= 0x85ebca6b;
  k ^= k >> 13;
  k *= 0xc2b2ae35;
  return k ^ (k >> 16);
}
template <uint32_t GroupSize>
__device__ bool insert(thread_block_tile<GroupSize> const &g, Slot *table, uint32_t cap,
                       uint32_t key, uint32_t val) {
  const Slot pair = (Slot(key) << 32) | val;
  uint32_t pos = (mix(key) & ~(GroupSize - 1)) % cap + g.thread_rank();
  for (uint32_t tries = 0; tries < cap; tries += GroupSize) {
    Slot cur = table[pos];
    const bool mine = (cur >> 32) == key && cur != kEmpty;
    if (g.any(mine))
      return false;
    uint32_t mask = g.ballot(cur == kEmpty);
    while (mask) {
      const int leader = __ffs(mask) - 1;
      bool ok = false, dup = false;
      if (g.thread_rank() == leader) {
        const Slot old = atomicCAS(table + pos, kEmpty, pair);
        ok = old == kEmpty;
        dup = !ok && (old >> 32) == key;
      }
      if (g.any(ok))
        return true;
      if (g.any(dup))
        return false;
      mask &= ~(1u << leader);
    }
    pos = (pos + GroupSize) % cap;
  }
  return false;
}
template <uint32_t GroupSize>
__global__ void build(const uint32_t *keys, int n, Slot *table, uint32_t cap, int *inserted) {
  auto g = tiled_partition<GroupSize>(this_thread_block());
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) / GroupSize;
  if (i >= n)
    return;
  if (insert<GroupSize>(g, table, cap, keys[i], i) && g.thread_rank() == 0)
    atomicAdd(inserted, 1);
}
__global__ void lookup(const uint32_t *keys, int n, const Slot *table, uint32_t cap, int *found) {
  auto g = tiled_partition<8>(this_thread_block());
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) / 8;
  if (i >= n)
    return;
  uint32_t pos = (mix(keys[i]) & ~7u) % cap + g.thread_rank();
  for (uint32_t t = 0; t < cap; t += 8) {
    Slot s = table[pos];
    auto hit = g.ballot((s >> 32) == keys[i] && s != kEmpty);
    if (hit) {
      Slot v = g.shfl(s, __ffs(hit) - 1);
      if (g.thread_rank() == 0 && (v >> 32) == keys[i])
        atomicAdd(found, 1);
      return;
    }
    if (g.any(s == kEmpty))
      return;
    pos = (pos + 8) % cap;
  }
}
int main() {
  const int n = 600;
  const uint32_t cap = 1024;
  std::vector<uint32_t> keys(n);
  for (int i = 0; i < n; i++)
    keys[i] = (i % 500) * 2654435761u;
  uint32_t *dk;
  Slot *t;
  int *c;
  cudaMalloc(&dk, n * 4);
  cudaMalloc(&t, cap * 8);
  cudaMalloc(&c, 8);
  cudaMemcpy(dk, keys.data(), n * 4, cudaMemcpyHostToDevice);
  cudaMemset(t, 0xff, cap * 8);
  cudaMemset(c, 0, 8);
  build<8><<<(n * 8 + 127) / 128, 128>>>(dk, n, t, cap, c);
  lookup<<<(n * 8 + 127) / 128, 128>>>(dk, n, t, cap, c + 1);
  int h[2];
  cudaMemcpy(h, c, 8, cudaMemcpyDeviceToHost);
  printf("inserted %d found %d\n", h[0], h[1]);
  cudaMemset(t, 0xff, cap * 8);
  cudaMemset(c, 0, 8);
  build<32><<<(n * 32 + 127) / 128, 128>>>(dk, n, t, cap, c);
  cudaMemcpy(h, c, 8, cudaMemcpyDeviceToHost);
  printf("inserted %d\n", h[0]);
  return cudaDeviceSynchronize() != cudaSuccess;
}
