// Every thread takes memory from the device's heap, uses it and gives it back.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void take(int *out) {
  int *mine = static_cast<int *>(malloc(4 * sizeof(int)));
  for (int i = 0; i < 4; ++i)
    mine[i] = threadIdx.x + i;
  out[threadIdx.x] = mine[0] + mine[3];
  free(mine);
}

int main() {
  int *out, back[64];
  if (hipMalloc(&out, sizeof back) != hipSuccess)
    return 1;
  take<<<1, 64>>>(out);
  if (hipMemcpy(back, out, sizeof back, hipMemcpyDeviceToHost) != hipSuccess)
    return 2;
  printf("%d %d %d\n", back[0], back[1], back[63]);
}
