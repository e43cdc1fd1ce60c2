#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void votes(const int *in, int *out) {
  int i = threadIdx.x;
  unsigned mask = __ballot(in[i] > 40);
  if (i % 32 == 0) out[i / 32] = __popc(mask);
}

int main() {
  int in[64], out[2], *din, *dout;
  for (int i = 0; i < 64; ++i) in[i] = i;
  hipMalloc(&din, sizeof in);
  hipMalloc(&dout, sizeof out);
  hipMemcpy(din, in, sizeof in, hipMemcpyHostToDevice);
  votes<<<1, 64>>>(din, dout);
  hipMemcpy(out, dout, sizeof out, hipMemcpyDeviceToHost);
  std::printf("%d %d\n", out[0], out[1]);
}
