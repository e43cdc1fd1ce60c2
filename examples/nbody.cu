// N-body: gravity between all pairs, bodies staged through shared memory, leapfrog steps in single precision.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <vector>

constexpr int kBlock = 128;
constexpr float kSoftening = 0.01f;

__device__ float3 attract(float3 force, float4 self, float4 other) {
  const float3 d = make_float3(other.x - self.x, other.y - self.y, other.z - self.z);
  const float inverse = rsqrtf(d.x * d.x + d.y * d.y + d.z * d.z + kSoftening);
  const float scale = other.w * inverse * inverse * inverse;
  return make_float3(force.x + d.x * scale, force.y + d.y * scale, force.z + d.z * scale);
}

__global__ void step(const float4 *in, float4 *out, float3 *velocity, int n, float dt) {
  __shared__ float4 staged[kBlock];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 self = in[i];
  float3 force = make_float3(0.0f, 0.0f, 0.0f);
  for (int tile = 0; tile < n; tile += kBlock) {
    staged[threadIdx.x] = in[tile + threadIdx.x];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < kBlock; ++j) force = attract(force, self, staged[j]);
    __syncthreads();
  }
  float3 v = velocity[i];
  v = make_float3(v.x + force.x * dt, v.y + force.y * dt, v.z + force.z * dt);
  velocity[i] = v;
  out[i] = make_float4(self.x + v.x * dt, self.y + v.y * dt, self.z + v.z * dt, self.w);
}

int main() {
  const int n = 512, steps = 4;
  std::vector<float4> bodies(n);
  for (int i = 0; i < n; ++i) {
    const float angle = 0.05f * i;
    bodies[i] = make_float4(std::cos(angle) * (1 + i % 5), std::sin(angle) * (1 + i % 3), 0.01f * (i % 11), 1.0f / n);
  }

  float4 *dBodies[2];
  float3 *dVelocity;
  cudaMalloc(&dBodies[0], n * sizeof(float4));
  cudaMalloc(&dBodies[1], n * sizeof(float4));
  cudaMalloc(&dVelocity, n * sizeof(float3));
  cudaMemset(dVelocity, 0, n * sizeof(float3));
  cudaMemcpy(dBodies[0], bodies.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
  for (int s = 0; s < steps; ++s) {
    step<<<n / kBlock, kBlock>>>(dBodies[s % 2], dBodies[(s + 1) % 2], dVelocity, n, 0.05f);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(bodies.data(), dBodies[steps % 2], n * sizeof(float4), cudaMemcpyDeviceToHost);

  double x = 0.0, y = 0.0, radius = 0.0;
  for (const auto &body : bodies) {
    x += body.x;
    y += body.y;
    radius += std::sqrt(body.x * body.x + body.y * body.y);
  }
  std::printf("nbody: %d bodies, %d steps, centre (%.4f, %.4f), mean radius %.4f\n", n, steps, x / n, y / n, radius / n);
  cudaFree(dBodies[0]);
  cudaFree(dBodies[1]);
  cudaFree(dVelocity);
  return 0;
}
