// Clusters of blocks: their numbers, their barrier, and shared memory of other blocks. All results
// are settled by arithmetic. Prints what is wrong, and "N wrong".
#include <cooperative_groups.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

namespace cg = cooperative_groups;

#define CLUSTER_BARRIER()                                                                          \
  asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory")

// Each block of a cluster keeps a part of the bins.
__global__ void histogram(int *bins, int count, int part, const int *values, size_t n) {
  extern __shared__ int own[];
  auto cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < part; i += blockDim.x)
    own[i] = 0;
  cluster.sync();
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int bin = min(max(values[i], 0), count - 1);
    atomicAdd(cluster.map_shared_rank(own, bin / part) + bin % part, 1);
  }
  cluster.sync();
  for (int i = threadIdx.x; i < part; i += blockDim.x)
    atomicAdd(&bins[cluster.block_rank() * part + i], own[i]);
}

// Each block reads what the next one wrote, several times round.
__global__ void __cluster_dims__(4, 1, 1) ring(int *out) {
  __shared__ int box[2][96];
  auto cluster = cg::this_cluster();
  unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
  box[0][threadIdx.x] = blockIdx.x * 1000 + threadIdx.x;
  for (int round = 0; round < 3; ++round) {
    cluster.sync();
    int *other = cluster.map_shared_rank(box[round % 2], next);
    box[(round + 1) % 2][threadIdx.x] = other[threadIdx.x] + 7 * cluster.query_shared_rank(other);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = box[1][threadIdx.x];
  cluster.sync();
}

#define NUMBER(NAME, TO) asm volatile("mov.u32 %0, %%" NAME ";" : "=r"(TO))

__global__ void __cluster_dims__(1, 3, 2) numbers(unsigned *out) {
  unsigned v[14];
  NUMBER("clusterid.x", v[0]);
  NUMBER("clusterid.y", v[1]);
  NUMBER("clusterid.z", v[2]);
  NUMBER("nclusterid.x", v[3]);
  NUMBER("nclusterid.y", v[4]);
  NUMBER("nclusterid.z", v[5]);
  NUMBER("cluster_ctaid.x", v[6]);
  NUMBER("cluster_ctaid.y", v[7]);
  NUMBER("cluster_ctaid.z", v[8]);
  NUMBER("cluster_nctaid.y", v[9]);
  NUMBER("cluster_nctaid.z", v[10]);
  NUMBER("cluster_ctarank", v[11]);
  NUMBER("cluster_nctarank", v[12]);
  asm volatile("{.reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p;}"
               : "=r"(v[13]));
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0)
    for (int i = 0; i < 14; ++i)
      out[block * 14 + i] = v[i];
}

// The same in PTX, with stores and atomic additions.
__global__ void __cluster_dims__(2, 1, 1) direct(int *out) {
  __shared__ int box[64];
  unsigned rank, there, here = (unsigned)__cvta_generic_to_shared(&box[threadIdx.x]);
  NUMBER("cluster_ctarank", rank);
  box[threadIdx.x] = 10 * rank + threadIdx.x;
  CLUSTER_BARRIER();
  int value, old, at = blockIdx.x * blockDim.x + threadIdx.x;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(rank ^ 1));
  asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(value) : "r"(there) : "memory");
  asm volatile("atom.add.shared::cluster.u32 %0, [%1], 5;" : "=r"(old) : "r"(there) : "memory");
  CLUSTER_BARRIER();
  out[at] = value + 100 * box[threadIdx.x] + 10000 * old;
  CLUSTER_BARRIER();
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there), "r"(at) : "memory");
  CLUSTER_BARRIER();
  out[gridDim.x * blockDim.x + at] = box[threadIdx.x];
}

__global__ void sums(const int *values, unsigned long long *out) {
  __shared__ unsigned long long part, all;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    part = all = 0;
  __syncthreads();
  unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  atomicAdd(&part, (unsigned long long)values[block * blockDim.x + threadIdx.x]);
  cluster.sync();
  if (threadIdx.x == 0)
    atomicAdd(cluster.map_shared_rank(&all, 0), part);
  cluster.sync();
  if (cluster.block_rank() == 0 && threadIdx.x == 0)
    out[(blockIdx.z / 2 * (gridDim.y / 2) + blockIdx.y / 2) * (gridDim.x / 2) + blockIdx.x / 2] =
        all;
}

// Some threads end before the others meet.
__global__ void __cluster_dims__(2, 1, 1) early(int *out) {
  __shared__ int value;
  if (threadIdx.x >= 40)
    return;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    value = 5 + blockIdx.x;
  cluster.sync();
  if (threadIdx.x == 0)
    out[blockIdx.x] = *cluster.map_shared_rank(&value, cluster.block_rank() ^ 1);
  cluster.sync();
}

// Arrivals at a barrier of the other block.
__global__ void __cluster_dims__(2, 1, 1) arrivals(int *out) {
  __shared__ uint64_t barrier;
  __shared__ int total;
  unsigned own = (unsigned)__cvta_generic_to_shared(&barrier), rank, there, sum;
  unsigned place = (unsigned)__cvta_generic_to_shared(&total);
  NUMBER("cluster_ctarank", rank);
  if (threadIdx.x == 0) {
    total = 0;
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(own) : "memory");
  }
  CLUSTER_BARRIER();
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(rank ^ 1));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(sum) : "r"(place), "r"(rank ^ 1));
  asm volatile("red.add.shared::cluster.u32 [%0], %1;" ::"r"(sum), "r"(threadIdx.x + 1) : "memory");
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there)
               : "memory");
  asm volatile(
      "{.reg .pred p;\nWAIT: "
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n@!p bra WAIT;}" ::"r"(
          own)
      : "memory");
  out[blockIdx.x * 32 + threadIdx.x] = *(volatile int *)&total;
  CLUSTER_BARRIER();
}

// A bulk copy into the other block's shared memory, which tells that block's barrier.
__global__ void __cluster_dims__(2, 1, 1) copies(int *out, const int *in) {
  __shared__ alignas(128) int row[64];
  __shared__ uint64_t barrier;
  unsigned own = (unsigned)__cvta_generic_to_shared(&barrier), rank, there, place;
  NUMBER("cluster_ctarank", rank);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(own) : "memory");
    asm volatile(
        "{.reg .b64 s;\nmbarrier.arrive.expect_tx.shared::cta.b64 s, [%0], 256;}" ::"r"(own)
        : "memory");
  }
  CLUSTER_BARRIER();
  if (threadIdx.x == 0) {
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(rank ^ 1));
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                 : "=r"(place)
                 : "r"((unsigned)__cvta_generic_to_shared(row)), "r"(rank ^ 1));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], "
                 "256, [%2];" ::"r"(place),
                 "l"(__cvta_generic_to_global(in + 64 * blockIdx.x)), "r"(there)
                 : "memory");
  }
  asm volatile(
      "{.reg .pred p;\nWAIT: "
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0;\n@!p bra WAIT;}" ::"r"(
          own)
      : "memory");
  out[blockIdx.x * 64 + threadIdx.x] = row[threadIdx.x];
  CLUSTER_BARRIER();
}

int wrong = 0;

void expect(const char *what, long long at, long long found, long long wanted) {
  if (found != wanted && ++wrong < 20)
    printf("%s %lld: %lld, not %lld\n", what, at, found, wanted);
}

void done(const char *what) {
  expect(what, -1, cudaDeviceSynchronize(), cudaSuccess);
  fprintf(stderr, "%s\n", what);
}

template <class... P, class... A>
cudaError_t launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, dim3 cluster,
                   A... a) {
  cudaLaunchConfig_t how{};
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = cluster.x;
  attribute.val.clusterDim.y = cluster.y;
  attribute.val.clusterDim.z = cluster.z;
  how.gridDim = grid, how.blockDim = block, how.dynamicSmemBytes = shared;
  how.attrs = &attribute, how.numAttrs = 1;
  return cudaLaunchKernelEx(&how, kernel, P(a)...);
}

int main() {
  const int n = 20000, count = 96;
  int *values, *out;
  unsigned long long *all;
  cudaMallocManaged(&values, n * sizeof(int));
  cudaMallocManaged(&out, 1 << 16);
  cudaMallocManaged(&all, 4096);
  std::vector<int> wanted(count);
  for (int i = 0; i < n; ++i) {
    values[i] = (i * 37 + i / 11) % 100 - 2;
    ++wanted[std::min(std::max(values[i], 0), count - 1)];
  }
  for (int size : {1, 2, 4, 8}) {
    std::fill(out, out + count, 0);
    expect("launch", size,
           launch(histogram, 16, 128, count / size * sizeof(int), size, out, count, count / size,
                  values, n),
           cudaSuccess);
    done("histogram");
    for (int i = 0; i < count; ++i)
      expect("histogram", i, out[i], wanted[i]);
  }
  ring<<<12, 96>>>(out);
  done("ring");
  for (int b = 0; b < 12; ++b)
    for (int t = 0; t < 96; ++t) {
      int far = (b + 3) % 4, between = (b + 1) % 4 + (b + 2) % 4 + far;
      expect("ring", b * 96 + t, out[b * 96 + t], (b / 4 * 4 + far) * 1000 + t + 7 * between);
    }
  numbers<<<dim3(5, 6, 4), 32>>>((unsigned *)out);
  done("numbers");
  for (int block = 0; block < 120; ++block) {
    int x = block % 5, y = block / 5 % 6, z = block / 30, rank = y % 3 + 3 * (z % 2);
    int expected[] = {x, y / 3, z / 2, 5, 2, 2, 0, y % 3, z % 2, 3, 2, rank, 6, 1};
    for (int i = 0; i < 14; ++i)
      expect("numbers", block * 100 + i, out[block * 14 + i], expected[i]);
  }
  direct<<<6, 64>>>(out);
  done("direct");
  for (int b = 0; b < 6; ++b)
    for (int t = 0; t < 64; ++t) {
      int mine = 10 * (b % 2) + t, other = 10 * (b % 2 ^ 1) + t, at = b * 64 + t;
      expect("direct", at, out[at], other + 100 * (mine + 5) + 10000 * other);
      expect("direct, stores", at, out[384 + at], (b ^ 1) * 64 + t);
    }
  expect("launch", 0, launch(sums, dim3(4, 2, 4), 64, 0, dim3(2, 2, 2), values, all), cudaSuccess);
  done("sums");
  for (int c = 0; c < 4; ++c) {
    long long sum = 0;
    for (int i = 0; i < 8 * 64; ++i) {
      int x = c % 2 * 2 + i / 64 % 2, y = i / 128 % 2, z = c / 2 * 2 + i / 256;
      sum += values[((z * 2 + y) * 4 + x) * 64 + i % 64];
    }
    expect("sums", c, (long long)all[c], sum);
  }
  early<<<4, 96>>>(out);
  done("early");
  for (int b = 0; b < 4; ++b)
    expect("early", b, out[b], 5 + (b ^ 1));
  arrivals<<<6, 32>>>(out);
  done("arrivals");
  for (int i = 0; i < 192; ++i)
    expect("arrivals", i, out[i], 528);
  for (int i = 0; i < 256; ++i)
    values[i] = 7 * i;
  copies<<<4, 64>>>(out, values);
  done("copies");
  for (int i = 0; i < 256; ++i)
    expect("copies", i, out[i], 7 * (i ^ 64));
  expect("grid of 15 blocks", 2, launch(histogram, 15, 128, 192, 2, out, count, 48, values, n),
         cudaErrorInvalidClusterSize);
  expect("other size than __cluster_dims__", 2, launch(ring, 12, 96, 0, 2, out),
         cudaErrorInvalidClusterSize);
  cudaGetLastError();
  printf("%d wrong\n", wrong);
}
