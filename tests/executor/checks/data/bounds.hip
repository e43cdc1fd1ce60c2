#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>
#include <vector>

__global__ void scale(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2.0f; // scale
}
__global__ void shift(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i - 1]; // shift
}
__global__ void turn(float *p, int n) {
  extern __shared__ float tile[];
  int i = threadIdx.x;
  tile[i] = p[i];
  __syncthreads();
  p[i] = tile[n - i]; // turn
}
__global__ void count(int *total, int where) { atomicAdd(&total[where], 1); } // count
__global__ void pick(float *out, const int *index) {
  float mine[8];
  for (int i = 0; i < 8; ++i)
    mine[i] = i + threadIdx.x;
  for (int i = 0; i < 8; ++i)
    mine[index[i] & 7] += 1.0f;
  out[threadIdx.x] = mine[index[threadIdx.x & 7]];
}

int main(int, char **argv) {
  const char *mode = argv[1];
  const int n = 300;
  float *p, *q;
  (void)hipMalloc(&p, n * sizeof(float));
  (void)hipMalloc(&q, n * sizeof(float));
  (void)hipMemset(p, 0, n * sizeof(float));
  (void)hipMemset(q, 0, n * sizeof(float));
  if (!strcmp(mode, "right")) {
    scale<<<2, 256>>>(p, n);
    shift<<<2, 256>>>(p + 1, q, n - 1);
    turn<<<1, 100, 400>>>(p, 99);
    count<<<4, 64>>>((int *)p, n - 1);
    pick<<<1, 64>>>(p, (const int *)q);
  } else if (!strcmp(mode, "past")) {
    scale<<<2, 256>>>(p, n + 1);
  } else if (!strcmp(mode, "before")) {
    shift<<<2, 256>>>(p, q, n);
  } else if (!strcmp(mode, "lds")) {
    turn<<<1, 100, 400>>>(p, 100);
  } else if (!strcmp(mode, "atomic")) {
    count<<<1, 1>>>((int *)p, n);
  } else if (!strcmp(mode, "freed")) {
    (void)hipFree(q);
    scale<<<2, 256>>>(q, n);
  } else if (!strcmp(mode, "host")) {
    std::vector<float> own(n);
    scale<<<2, 256>>>(own.data(), n);
  }
  printf("%d\n", hipDeviceSynchronize());
}
