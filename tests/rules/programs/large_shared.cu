// More shared memory than a block has on AMD GPUs, in a grid of two dimensions and in a stream.

#include <cstdio>

__global__ void sorted_sum(const int* a, int* o, int n) {
  extern __shared__ int bins[];
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < 4 * n; i += blockDim.x)
    atomicAdd(&bins[(a[i % n] * 7 + i + block) % n], i % 5 + block);
  __syncthreads();
  for (int width = 1; width < n; width *= 2) {
    for (int i = 2 * width * threadIdx.x; i + width < n; i += 2 * width * blockDim.x)
      bins[i] ^= bins[i + width] + width;
    __syncthreads();
  }
  if (threadIdx.x < 4)
    o[4 * block + threadIdx.x] = bins[threadIdx.x * 1000];
}

int main() {
  constexpr int n = 20000;
  static int h[n];
  for (int i = 0; i < n; ++i)
    h[i] = i * 7919 % 1021;
  int *a, *o, found[24];
  cudaMalloc(&a, sizeof h), cudaMalloc(&o, sizeof found);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaFuncSetAttribute(sorted_sum, cudaFuncAttributeMaxDynamicSharedMemorySize, n * sizeof(int));
  for (int round = 0; round < 2; ++round) {
    sorted_sum<<<dim3(3, 2), 128, n * sizeof(int), stream>>>(a, o, n - round);
    cudaStreamSynchronize(stream);
    cudaMemcpy(found, o, sizeof found, cudaMemcpyDeviceToHost);
    for (int value : found)
      printf("%d ", value);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
  }
}
