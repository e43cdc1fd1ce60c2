#include <cuda/functional>
#include <cstdio>
template <typename T, typename Op>
__device__ T folded(const T *values, int n, Op op) {
  T found = values[0];
  for (int i = 1; i < n; i++) found = op(found, values[i]);
  return found;
}
__global__ void extremes(const int *whole, const float *parts, float *out) {
  out[0] = folded(whole, 5, cuda::maximum<>{});
  out[1] = folded(whole, 5, cuda::minimum<int>());
  out[2] = folded(parts, 4, cuda::maximum<float>{});
  out[3] = folded(parts, 4, cuda::minimum<>{});
  out[4] = cuda::maximum{}(whole[0], 2.5f);
}
int main() {
  const int whole[5] = {3, -7, 12, 0, 5};
  const float parts[4] = {1.5f, 0.0f / 0.0f, -2.25f, 8.0f};
  int *w;
  float *p, *out, got[5];
  cudaMalloc(&w, sizeof whole);
  cudaMalloc(&p, sizeof parts);
  cudaMalloc(&out, sizeof got);
  cudaMemcpy(w, whole, sizeof whole, cudaMemcpyHostToDevice);
  cudaMemcpy(p, parts, sizeof parts, cudaMemcpyHostToDevice);
  extremes<<<1, 1>>>(w, p, out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g %g %g\n", got[0], got[1], got[2], got[3], got[4]);
}
