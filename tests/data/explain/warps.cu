#include <cuda_runtime.h>

#include <cstdio>

__global__ void votes(const int *in, int *out) {
  int i = threadIdx.x;
  unsigned mask = __ballot_sync(0xffffffffu, in[i] > 40);
  if (i % 32 == 0) out[i / 32] = __popc(mask);
}

int main() {
  int in[64], out[2], *din, *dout;
  for (int i = 0; i < 64; ++i) in[i] = i;
  cudaMalloc(&din, sizeof in);
  cudaMalloc(&dout, sizeof out);
  cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
  votes<<<1, 64>>>(din, dout);
  cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[1]);
}
