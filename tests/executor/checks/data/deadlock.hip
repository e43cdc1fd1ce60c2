#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>

__global__ void locked(int *lock,
                       int *sum) {     // one lane holds the lock, the others of its wave spin
  while (atomicCAS(lock, 0, 1) != 0) { // locked
  }
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}
__global__ void in_turn(int *lock, int *sum) { // one lane after the other asks for it
  for (int turn = 0; turn < warpSize; ++turn)
    if (threadIdx.x % warpSize == turn) {
      while (atomicCAS(lock, 0, 1) != 0) {
      }
      *sum += 1;
      __threadfence();
      atomicExch(lock, 0);
    }
}
__global__ void forever(volatile int *flag) { // nobody sets it
  while (*flag == 0) {                        // forever
  }
}
__global__ void handed_over(int *flags, int *sum) { // each block waits for the one before it
  if (threadIdx.x == 0) {
    while (atomicAdd(&flags[blockIdx.x], 0) == 0) {
    }
    *sum += 1;
    __threadfence();
    atomicExch(&flags[blockIdx.x + 1], 1);
  }
}
__global__ void counting(volatile int *steps, int n) {
  for (int i = 0; i < n; ++i)
    if (*steps < 0)
      break;
}

int main(int, char **argv) {
  const char *mode = argv[1];
  int *p, one = 1;
  (void)hipMalloc(&p, 4096);
  (void)hipMemset(p, 0, 4096);
  (void)hipMemcpy(p + 16, &one, sizeof one, hipMemcpyHostToDevice);
  if (!strcmp(mode, "locked"))
    locked<<<1, 64>>>(p, p + 1);
  else if (!strcmp(mode, "forever"))
    forever<<<1, 1>>>(p);
  else if (!strcmp(mode, "right")) {
    in_turn<<<2, 64>>>(p, p + 1);
    handed_over<<<32, 64>>>(p + 16, p + 2);
    counting<<<1, 1>>>(p, 3000000);
  }
  int sums[3];
  (void)hipMemcpy(sums, p, sizeof sums, hipMemcpyDeviceToHost);
  printf("%d %d\n", sums[1], sums[2]);
}
