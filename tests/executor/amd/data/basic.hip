#include <hip/hip_runtime.h>

extern "C" __global__ void vadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

extern "C" __global__ void collatz(const unsigned *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = in[i];
  int steps = 0;
  while (x != 1 && steps < 1000) {
    x = (x & 1) ? 3 * x + 1 : x >> 1;
    ++steps;
  }
  out[i] = steps;
}

extern "C" __global__ void block_sum(const int *in, int *out) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (t < step)
      part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

extern "C" __global__ void wave_sum(const int *in, int *out) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x];
  for (int step = warpSize / 2; step > 0; step >>= 1)
    v += __shfl_down(v, step);
  v = __shfl(v, 0) + __shfl_xor((int)threadIdx.x, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

extern "C" __global__ void votes(const int *in, unsigned long long *ballots, int *flags) {
  int v = in[threadIdx.x];
  unsigned long long mask = __ballot(v > 0);
  ballots[threadIdx.x] = mask;
  flags[threadIdx.x] = __any(v > 100) + 2 * __all(v > -100) + 4 * __popcll(mask & ((1ull << (threadIdx.x % warpSize)) - 1));
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *out, int n) {
  __shared__ unsigned bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    atomicAdd(&out[i], bins[i]);
}

extern "C" __global__ void atomics(int *out, float *sums, unsigned long long *wide) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicMin(&out[0], t);
  atomicMax(&out[1], t);
  atomicOr(&out[2], 1 << (t % 31));
  atomicCAS(&out[3], t, t + 1);
  atomicAdd(&sums[0], 0.5f);
  atomicAdd(&wide[0], 1ull << 33);
  out[4 + t] = atomicExch(&out[4 + t], t);
}

extern "C" __global__ void dynamic_lds(const int *in, int *out) {
  extern __shared__ int all[];
  all[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void indices(int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  int w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y;
  out[(z * h + y) * w + x] = threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * blockIdx.x +
                             10000 * blockIdx.y + 100000 * blockIdx.z;
}
