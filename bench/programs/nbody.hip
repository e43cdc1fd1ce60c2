// Arithmetic: a hundred of it for each access to memory.
#include <cstdio>
#include <hip/hip_runtime.h>
#include <vector>

__global__ void step(const float4 *from, float4 *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 me = from[i];
  float x = 0, y = 0, z = 0;
  for (int j = 0; j < n; ++j) {
    float4 it = from[j];
    float dx = it.x - me.x, dy = it.y - me.y, dz = it.z - me.z;
    float near = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    float pull = it.w * near * near * near;
    x += dx * pull, y += dy * pull, z += dz * pull;
  }
  to[i] = make_float4(me.x + x, me.y + y, me.z + z, me.w);
}

int main() {
  const int n = 2048;
  std::vector<float4> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = make_float4(i % 7, i % 11, i % 13, 1);
  float4 *a, *b;
  (void)hipMalloc(&a, n * sizeof(float4));
  (void)hipMalloc(&b, n * sizeof(float4));
  (void)hipMemcpy(a, host.data(), n * sizeof(float4), hipMemcpyHostToDevice);
  step<<<n / 256, 256>>>(a, b, n);
  (void)hipMemcpy(host.data(), b, n * sizeof(float4), hipMemcpyDeviceToHost);
  printf("%g\n", host[5].x);
}
