#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>

__global__ void reduce(float *out, const float *in, bool wait) {
  __shared__ float part[256];
  int i = threadIdx.x;
  part[i] = in[i];
  for (int step = 128; step; step /= 2) {
    if (wait)
      __syncthreads();
    if (i < step)
      part[i] += part[i + step]; // reduce
  }
  if (i == 0)
    out[0] = part[0];
}
__global__ void neighbours(int *p, int n) { // every thread reads what the next one writes
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    p[i] = p[i + 1] + i; // neighbours
}
__global__ void copied(int *to, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n)
    to[i] = from[i + 1] + i;
}
__global__ void clash(int *out, int width) {
  __shared__ int slot[64];
  slot[threadIdx.x % width] = threadIdx.x; // clash
  __syncthreads();
  out[threadIdx.x] = slot[threadIdx.x % width];
}
__global__ void last_block(float *out, float *parts, unsigned *done, const float *in) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    float sum = 0;
    for (int i = 0; i < 64; ++i)
      sum += in[blockIdx.x * 64 + i];
    parts[blockIdx.x] = sum;
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    __threadfence();
    if (threadIdx.x < gridDim.x)
      atomicAdd(out, parts[threadIdx.x]);
  }
}
__global__ void unfenced(float *out, float *parts, const float *in) {
  if (threadIdx.x == 0)
    parts[blockIdx.x] = in[blockIdx.x * 64]; // unfenced
  __syncthreads();
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x < gridDim.x)
    out[threadIdx.x] = parts[threadIdx.x];
}
__global__ void overlap(int *p, bool fence) { // two lanes write one place, by two instructions
  int i = threadIdx.x;
  p[i] = i;
  if (fence)
    __threadfence();
  p[i + 8] = -i; // overlap
}
__global__ void flagged(int *found, const int *in) { // all write the same
  __shared__ int any;
  if (threadIdx.x == 0)
    any = 0;
  __syncthreads();
  if (in[threadIdx.x] == 0)
    any = 1;
  __syncthreads();
  if (any)
    *found = 1;
}
__global__ void histogram(int *bins, const int *in) {
  __shared__ int mine[16];
  if (threadIdx.x < 16)
    mine[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&mine[in[threadIdx.x] & 15], 1);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}

int main(int, char **argv) {
  const char *mode = argv[1];
  const int n = 4096;
  float *p, *q;
  int *r;
  (void)hipMalloc(&p, n * sizeof(float));
  (void)hipMalloc(&q, n * sizeof(float));
  (void)hipMalloc(&r, n * sizeof(int));
  (void)hipMemset(p, 0, n * sizeof(float));
  (void)hipMemset(q, 0, n * sizeof(float));
  (void)hipMemset(r, 0, n * sizeof(int));
  if (!strcmp(mode, "right")) {
    reduce<<<3, 256>>>(p, q, true);
    copied<<<8, 256>>>((int *)p, r, n);
    clash<<<1, 64>>>(r, 64);
    (void)hipMemset(r, 0, n * sizeof(int));
    last_block<<<8, 256>>>(p, q, (unsigned *)r, q + 1024);
    flagged<<<2, 256>>>(r, r + 64);
    histogram<<<4, 256>>>(r, r + 64);
  } else if (!strcmp(mode, "overlap") || !strcmp(mode, "fenced")) {
    overlap<<<1, 32>>>(r, !strcmp(mode, "fenced"));
  } else if (!strcmp(mode, "lds")) {
    reduce<<<1, 256>>>(p, q, false);
  } else if (!strcmp(mode, "global")) {
    neighbours<<<8, 256>>>(r, n);
  } else if (!strcmp(mode, "lanes")) {
    clash<<<1, 32>>>(r, 16);
  } else if (!strcmp(mode, "unfenced")) {
    (void)hipMemset(r, 1, n * sizeof(int));
    unfenced<<<8, 64>>>(p, q, (float *)r);
  }
  printf("%d\n", hipDeviceSynchronize());
}
