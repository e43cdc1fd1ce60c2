// Kernels that are built twice: by nvcc, to be lifted from NVIDIA's machine code, and through the
// CUDA-on-HIP headers for an AMD GPU. Prints for each the shortest launch in milliseconds.
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

constexpr int kBlock = 256, kTile = 16, kSide = 256, kCount = 1 << 20;

__global__ void vadd(const float *a, const float *b, float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kCount)
    c[i] = a[i] + b[i];
}

__global__ void sum_shared(const float *a, const float *, float *c) {
  __shared__ float part[kBlock];
  int t = threadIdx.x;
  part[t] = a[blockIdx.x * kBlock + t];
  __syncthreads();
  for (int step = kBlock / 2; step; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0)
    c[blockIdx.x] = part[0];
}

__global__ void sum_shuffle(const float *a, const float *, float *c) {
  float x = a[blockIdx.x * kBlock + threadIdx.x];
  for (int step = 16; step; step /= 2)
    x += __shfl_down_sync(0xffffffff, x, step);
  if (threadIdx.x % 32 == 0)
    c[(blockIdx.x * kBlock + threadIdx.x) / 32] = x;
}

__global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  int x = threadIdx.x % kTile, y = threadIdx.x / kTile;
  int column = blockIdx.x % (kSide / kTile) * kTile + x;
  int row = blockIdx.x / (kSide / kTile) % (kSide / kTile) * kTile + y;
  float sum = 0;
  for (int tile = 0; tile < kSide; tile += kTile) {
    left[y][x] = a[row * kSide + tile + x];
    right[y][x] = b[(tile + y) * kSide + column];
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += left[y][k] * right[k][x];
    __syncthreads();
  }
  c[row * kSide + column] = sum;
}

__global__ void exp_sin(const float *a, const float *b, float *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  c[i] = expf(a[i]) * sinf(b[i]);
}

__global__ void log_pow(const float *a, const float *b, float *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  c[i] = logf(a[i] + 2) + powf(a[i] + 2, b[i]);
}

__global__ void double_exp(const float *a, const float *, float *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  c[i] = float(exp(double(a[i])));
}

__global__ void collatz(const float *a, const float *, float *c) {
  int i = blockIdx.x * kBlock + threadIdx.x, steps = 0;
  for (unsigned n = unsigned(i) % 10000 + 1; n != 1; ++steps)
    n = n % 2 ? 3 * n + 1 : n / 2;
  c[i] = a[i] + float(steps);
}

struct Case {
  const char *name;
  void (*kernel)(const float *, const float *, float *);
  int count;
};

int main() {
  const Case cases[] = {{"vadd", vadd, kCount},
                        {"sum_shared", sum_shared, kCount},
                        {"sum_shuffle", sum_shuffle, kCount},
                        {"matmul", matmul, kSide * kSide},
                        {"exp_sin", exp_sin, kCount / 8},
                        {"log_pow", log_pow, kCount / 8},
                        {"double_exp", double_exp, kCount / 8},
                        {"collatz", collatz, kCount / 16}};
  std::vector<float> numbers(kCount);
  for (int i = 0; i < kCount; ++i)
    numbers[i] = float(i % 1000) / 500 - 1;
  float *a, *b, *c;
  cudaMalloc(&a, kCount * sizeof(float));
  cudaMalloc(&b, kCount * sizeof(float));
  cudaMalloc(&c, kCount * sizeof(float));
  cudaMemcpy(a, numbers.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, numbers.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
  using Clock = std::chrono::steady_clock;
  for (const Case &each : cases) {
    double best = 1e9;
    for (auto end = Clock::now() + std::chrono::milliseconds(1200); Clock::now() < end;) {
      auto start = Clock::now();
      each.kernel<<<each.count / kBlock, kBlock>>>(a, b, c);
      cudaDeviceSynchronize();
      best =
          std::min(best, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    }
    std::printf("%s %f\n", each.name, best);
  }
}
