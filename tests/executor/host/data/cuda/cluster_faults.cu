// One fault in the shared memory of another block of a cluster, by the program's first argument;
// none with "right".
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Blocks pass their numbers on to the next one.
__global__ void __cluster_dims__(4, 1, 1) passed(int *out, bool waits) {
  __shared__ int box[64];
  auto cluster = cg::this_cluster();
  unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  box[threadIdx.x] = blockIdx.x * 100 + threadIdx.x;
  cluster.sync();
  int value = cluster.map_shared_rank(box, next)[threadIdx.x];
  if (waits)
    cluster.sync();
  box[threadIdx.x] = value + 1;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(box, next)[threadIdx.x];
  cluster.sync();
}

// What a block writes to another one is read there before all blocks have met.
__global__ void __cluster_dims__(2, 1, 1) given(int *out, bool waits) {
  __shared__ int box[64];
  auto cluster = cg::this_cluster();
  box[threadIdx.x] = 0;
  cluster.sync();
  cluster.map_shared_rank(box, cluster.block_rank() ^ 1)[threadIdx.x] = threadIdx.x + 1;
  if (waits)
    cluster.sync();
  else
    __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = box[threadIdx.x];
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) reached(int *out, int at) {
  __shared__ int box[64];
  auto cluster = cg::this_cluster();
  box[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] =
      cluster.map_shared_rank(box, cluster.block_rank() ^ 1)[threadIdx.x + at];
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) unset(int *out, int first) {
  __shared__ int box[64];
  auto cluster = cg::this_cluster();
  if (threadIdx.x >= first)
    box[threadIdx.x] = threadIdx.x;
  cluster.sync();
  out[blockIdx.x * 64 + threadIdx.x] =
      cluster.map_shared_rank(box, cluster.block_rank() ^ 1)[threadIdx.x];
  cluster.sync();
}

int main(int count, char **arguments) {
  const char fault = count > 1 ? arguments[1][0] : 'r';
  int *out;
  cudaMalloc(&out, 8 * 64 * sizeof *out);
  passed<<<8, 64>>>(out, fault != 'p');
  given<<<4, 64>>>(out, fault != 'g');
  reached<<<4, 64>>>(out, fault == 'b' ? 8 : 0);
  unset<<<4, 64>>>(out, fault == 'i' ? 3 : 0);
  int found[2 * 64];
  cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost);
  std::printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
