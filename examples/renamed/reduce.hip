// One warp per row: a shuffle reduction sums the row, and every lane divides by the sum that lane 0 broadcasts.
// Hard-codes warps of 32 threads, as much CUDA code does: two rows share one wavefront of 64 lanes.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#define WARP_SIZE 32
#define FULL_MASK 0xffffffff

__device__ float warpSum(float value) {
  for (int offset = WARP_SIZE / 2; offset > 0; offset /= 2) value += __shfl_down(value, offset);
  return value;
}

__global__ void normalizeRows(float *data, float *sums, int rows, int cols) {
  const int lane = threadIdx.x & 31;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (row >= rows) return;
  float sum = 0.0f;
  for (int col = lane; col < cols; col += WARP_SIZE) sum += data[row * cols + col];
  sum = __shfl(warpSum(sum), 0);
  for (int col = lane; col < cols; col += WARP_SIZE) data[row * cols + col] /= sum;
  if (lane == 0) sums[row] = sum;
}

int main() {
  const int rows = 64, cols = 100;
  std::vector<float> data(rows * cols), sums(rows);
  for (int i = 0; i < rows * cols; ++i) data[i] = static_cast<float>(1 + i % 17 + i / cols);

  float *dData, *dSums;
  hipMalloc(&dData, data.size() * sizeof(float));
  hipMalloc(&dSums, sums.size() * sizeof(float));
  hipMemcpy(dData, data.data(), data.size() * sizeof(float), hipMemcpyHostToDevice);
  normalizeRows<<<rows * WARP_SIZE / 256, 256>>>(dData, dSums, rows, cols);
  hipMemcpy(data.data(), dData, data.size() * sizeof(float), hipMemcpyDeviceToHost);
  hipMemcpy(sums.data(), dSums, sums.size() * sizeof(float), hipMemcpyDeviceToHost);

  for (int row = 0; row < 4; ++row) {
    double total = 0.0;
    for (int col = 0; col < cols; ++col) total += data[row * cols + col];
    std::printf("row %d: sum %.0f, normalized to %.4f\n", row, sums[row], total);
  }
  hipFree(dData);
  hipFree(dSums);
  return 0;
}
