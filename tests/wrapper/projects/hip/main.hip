#include <hip/hip_runtime.h>

#include <cstdio>

int twice(int value);
int host(int value);

__global__ void add(int *x) { *x += 1; }

int main() {
  int *device, value = host(10);
  if (hipMalloc(&device, sizeof *device) != hipSuccess) return 2;
  (void)hipMemcpy(device, &value, sizeof value, hipMemcpyHostToDevice);
  add<<<1, 1>>>(device);
  (void)hipMemcpy(&value, device, sizeof value, hipMemcpyDeviceToHost);
  std::printf("%d %d\n", value, twice(value));
}
