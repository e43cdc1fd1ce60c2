#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>

__global__ void guarded(int *p, int n) {
  int i = threadIdx.x;
  if (i < n) {
    p[i] = i;
    __syncthreads(); // guarded
    p[i] += 1;
  }
}
__global__ void early(int *p, int n) {
  if (threadIdx.x >= n)
    return;
  p[threadIdx.x] = 1;
  __syncthreads(); // early
  p[threadIdx.x] += 1;
}
__global__ void whole(int *p, int n) {
  int i = threadIdx.x;
  if (i < n)
    p[i] = i;
  __syncthreads();
  if (i < n)
    p[i] += 1;
}

int main(int, char **argv) {
  const char *mode = argv[1];
  int *p;
  (void)hipMalloc(&p, 4096);
  (void)hipMemset(p, 0, 4096);
  if (!strcmp(mode, "right")) {
    guarded<<<1, 100>>>(p, 100); // the last wave is no whole one
    early<<<1, 100>>>(p, 100);
    whole<<<1, 128>>>(p, 100);
  } else if (!strcmp(mode, "lanes")) {
    guarded<<<1, 128>>>(p, 100);
  } else if (!strcmp(mode, "waves")) {
    early<<<1, 128>>>(p, 64);
  }
  printf("%d\n", hipDeviceSynchronize());
}
