// saxpy in chunks on several streams, copies and kernels overlapped, every call checked by a macro.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CUDA_CHECK(call)                                                                                \
  do {                                                                                                  \
    cudaError_t status = (call);                                                                        \
    if (status != cudaSuccess) {                                                                        \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(status));   \
      std::exit(EXIT_FAILURE);                                                                          \
    }                                                                                                   \
  } while (0)

template <typename T>
__global__ void axpy(int n, T a, const T *__restrict__ x, T *__restrict__ y) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1 << 18, streams = 4, chunk = n / streams;
  float *x, *y, *dX, *dY;
  CUDA_CHECK(cudaMallocHost(&x, n * sizeof(float)));
  CUDA_CHECK(cudaMallocHost(&y, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dX, n * sizeof(float)));
  CUDA_CHECK(cudaMalloc(&dY, n * sizeof(float)));
  for (int i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 1000);
    y[i] = 1.0f;
  }

  cudaStream_t stream[streams];
  cudaEvent_t begin, end;
  CUDA_CHECK(cudaEventCreate(&begin));
  CUDA_CHECK(cudaEventCreate(&end));
  CUDA_CHECK(cudaEventRecord(begin));
  for (int s = 0; s < streams; ++s) {
    CUDA_CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
    const int at = s * chunk;
    CUDA_CHECK(cudaMemcpyAsync(dX + at, x + at, chunk * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
    CUDA_CHECK(cudaMemcpyAsync(dY + at, y + at, chunk * sizeof(float), cudaMemcpyHostToDevice, stream[s]));
    axpy<float><<<64, 256, 0, stream[s]>>>(chunk, 2.0f, dX + at, dY + at);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpyAsync(y + at, dY + at, chunk * sizeof(float), cudaMemcpyDeviceToHost, stream[s]));
  }
  for (auto s : stream) CUDA_CHECK(cudaStreamSynchronize(s));
  CUDA_CHECK(cudaEventRecord(end));
  CUDA_CHECK(cudaEventSynchronize(end));
  float milliseconds = -1.0f;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, begin, end));

  double sum = 0.0;
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    sum += y[i];
    wrong += y[i] != 2.0f * static_cast<float>(i % 1000) + 1.0f;
  }
  std::printf("saxpy on %d streams: sum %.0f, %d wrong, %s\n", streams, sum, wrong,
              milliseconds >= 0.0f ? "timed" : "not timed");
  for (auto s : stream) CUDA_CHECK(cudaStreamDestroy(s));
  CUDA_CHECK(cudaEventDestroy(begin));
  CUDA_CHECK(cudaEventDestroy(end));
  CUDA_CHECK(cudaFree(dX));
  CUDA_CHECK(cudaFree(dY));
  CUDA_CHECK(cudaFreeHost(x));
  CUDA_CHECK(cudaFreeHost(y));
  return wrong != 0;
}
