// A kernel that traps (with an argument), or whose assertion fails: the name of the error of each
// call from then on.
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void stop(int limit, int trap) {
  if (trap && int(threadIdx.x) >= limit)
    __trap();
  assert(int(threadIdx.x) < limit);
}

__global__ void work() {}

static void say(cudaError_t error) { puts(cudaGetErrorName(error)); }

int main(int count, char **) {
  int host = 7, *device;
  if (cudaMalloc(&device, sizeof *device) || cudaMemset(device, 0, sizeof *device))
    return 1;
  stop<<<3, 64>>>(64, 0);
  if (cudaDeviceSynchronize())
    return 1;
  puts("synchronize");
  stop<<<3, 64>>>(40, count > 1);
  say(cudaDeviceSynchronize());
  say(cudaGetLastError());
  say(cudaGetLastError()); // it stays
  say(cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost));
  work<<<1, 1>>>();
  say(cudaPeekAtLastError());
  say(cudaStreamSynchronize(nullptr));
  cudaStream_t stream = nullptr;
  say(cudaStreamCreate(&stream));
  say(cudaFree(device));
  say(cudaDeviceReset());
  printf("untouched %d\n", host);
}
