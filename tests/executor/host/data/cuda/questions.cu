// What CUDA answers about functions, limits, arrays and clusters, right and wrong ones. The numbers
// of errors, limits and arrays are those of an H200 with CUDA 13; those of clusters follow from 132
// multiprocessors in eight groups. Prints what is wrong, and "N wrong".
#include <cstdio>
#include <cuda_runtime.h>

__global__ void small(int *p) {
  if (p)
    *p = 1;
}

__global__ void __cluster_dims__(2, 1, 1) paired(int *p) {
  if (p)
    *p = 1;
}

__global__ void __launch_bounds__(256) bounded(int *p) {
  if (p)
    *p = 1;
}

int wrong = 0, variable;
void ordinary() {}

void expect(const char *what, long long found, long long wanted) {
  if (found != wanted)
    std::printf("%s: %lld, not %lld\n", what, found, wanted), ++wrong;
  cudaGetLastError();
}
#define EXPECT(call, wanted) expect(#call, call, wanted)

void functions() {
  void *other = reinterpret_cast<void *>(ordinary), *none = nullptr, *arguments[] = {&none};
  cudaFuncAttributes a;
  cudaLaunchConfig_t plain{};
  plain.gridDim = plain.blockDim = dim3(1);
  int blocks;
  size_t size;
  const char *name;
  cudaFunction_t function;
  EXPECT(cudaLaunchKernel(other, 1, 1, arguments, 0, nullptr), cudaErrorInvalidResourceHandle);
  EXPECT(cudaLaunchKernel(none, 1, 1, arguments, 0, nullptr), cudaErrorInvalidDeviceFunction);
  EXPECT(cudaLaunchCooperativeKernel(other, 1, 1, arguments, 0, nullptr),
         cudaErrorInvalidResourceHandle);
  EXPECT(cudaLaunchKernelExC(&plain, other, arguments), cudaErrorInvalidResourceHandle);
  EXPECT(cudaFuncGetAttributes(&a, other), cudaErrorInvalidResourceHandle);
  EXPECT(cudaFuncGetAttributes(&a, none), cudaErrorInvalidDeviceFunction);
  EXPECT(cudaFuncGetAttributes(nullptr, reinterpret_cast<void *>(small)), cudaErrorInvalidValue);
  EXPECT(cudaFuncSetAttribute(other, cudaFuncAttributeMaxDynamicSharedMemorySize, 0),
         cudaErrorInvalidResourceHandle);
  EXPECT(cudaFuncSetCacheConfig(other, cudaFuncCachePreferNone), cudaErrorInvalidResourceHandle);
  EXPECT(cudaFuncSetCacheConfig(small, cudaFuncCachePreferL1), cudaSuccess);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, other, 32, 0),
         cudaErrorInvalidResourceHandle);
  EXPECT(cudaFuncGetName(&name, other), cudaErrorInvalidResourceHandle);
  EXPECT(cudaFuncGetParamInfo(other, 0, &size, &size), cudaErrorInvalidResourceHandle);
  EXPECT(cudaGetFuncBySymbol(&function, other), cudaErrorInvalidDeviceFunction);
}

void limits() {
  const long long l2 = 50 << 20, multiprocessors = 132; // of an H100
  const struct {
    int get;
    long long value;
    int set;
  } wanted[] = {{1, 0, 1},       {0, 1024, 0},        {0, multiprocessors * 65536, 0},
                {0, 8 << 20, 0}, {215, 0, 215},       {0, 2048, 0},
                {0, 64, 0},      {0, l2 / 16 * 3, 0}, {0, 232448, 800},
                {0, 0, 800},     {215, 0, 215},       {1, 0, 1},
                {1, 0, 1}};
  for (int i = -1; i < 12; ++i) {
    size_t value = 0;
    auto which = static_cast<cudaLimit>(i);
    EXPECT(cudaDeviceGetLimit(&value, which), wanted[i + 1].get);
    expect("limit", value, wanted[i + 1].value);
    EXPECT(cudaDeviceSetLimit(which, value), wanted[i + 1].set);
  }
  size_t heap = 0;
  EXPECT(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20), cudaSuccess);
  EXPECT(cudaDeviceGetLimit(&heap, cudaLimitMallocHeapSize), cudaSuccess);
  expect("heap", heap, 64 << 20);
  EXPECT(cudaDeviceGetLimit(nullptr, cudaLimitStackSize), cudaErrorInvalidValue);
}

void array(cudaChannelFormatDesc d, size_t width, int error) {
  cudaArray_t flat = nullptr, deep = nullptr;
  cudaMipmappedArray_t levels = nullptr;
  EXPECT(cudaMallocArray(&flat, &d, width, 4), error);
  EXPECT(cudaMalloc3DArray(&deep, &d, cudaExtent{width, 4, 4}), error);
  EXPECT(cudaMallocMipmappedArray(&levels, &d, cudaExtent{width, 4, 4}, 2), error);
  EXPECT(cudaFreeArray(flat), cudaSuccess); // where none was made, too
  EXPECT(cudaFreeArray(deep), cudaSuccess);
  EXPECT(cudaFreeMipmappedArray(levels), cudaSuccess);
}

void arrays() {
  const auto whole = cudaChannelFormatKindSigned, real = cudaChannelFormatKindFloat;
  const int bad = cudaErrorInvalidChannelDescriptor;
  for (cudaChannelFormatDesc d : {cudaChannelFormatDesc{0, 0, 0, 0, whole},
                                  {8, 8, 8, 0, whole},
                                  {7, 0, 0, 0, whole},
                                  {32, 16, 0, 0, whole},
                                  {0, 8, 0, 0, whole},
                                  {8, 0, 0, 0, cudaChannelFormatKindNone},
                                  {8, 0, 0, 0, real},
                                  {64, 0, 0, 0, whole},
                                  {-8, 0, 0, 0, whole},
                                  {8, 8, 0, 8, whole}})
    array(d, 4, bad);
  array({16, 0, 0, 0, real}, 4, cudaSuccess);
  array({8, 0, 0, 0, whole}, 0, cudaErrorInvalidValue);
  array({8, 0, 0, 0, real}, 0, cudaErrorInvalidValue);
  cudaArray_t made;
  EXPECT(cudaMallocArray(&made, nullptr, 4, 4), cudaErrorInvalidValue);
}

struct Configuration : cudaLaunchConfig_t {
  cudaLaunchAttribute attribute{};

  Configuration(int threads, size_t shared, unsigned cluster) : cudaLaunchConfig_t{} {
    gridDim = dim3(48), blockDim = dim3(threads), dynamicSmemBytes = shared;
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    attrs = &attribute, numAttrs = cluster ? 1 : 0;
  }
};

long long active(void (*kernel)(int *), int threads, size_t shared, unsigned cluster) {
  Configuration c(threads, shared, cluster);
  int count = 0;
  int error = cudaOccupancyMaxActiveClusters(&count, kernel, &c);
  return error ? -error : count;
}

long long potential(void (*kernel)(int *), int threads, size_t shared) {
  Configuration c(threads, shared, 0);
  int size = 0;
  int error = cudaOccupancyMaxPotentialClusterSize(&size, kernel, &c);
  return error ? -error : size;
}

void clusters() {
  EXPECT(active(small, 1024, 0, 1), 2 * 132);
  EXPECT(active(small, 1024, 0, 2), 132);
  EXPECT(active(small, 1024, 0, 8), 6 * 4 + 2 * 4); // groups of 16 and of 18 multiprocessors
  EXPECT(active(small, 1024, 0, 3), 6 * 10 + 2 * 12);
  EXPECT(active(small, 1024, 0, 16), -cudaErrorInvalidClusterSize);
  EXPECT(active(small, 1024, 0, 0), -cudaErrorInvalidClusterSize);
  EXPECT(active(small, 0, 0, 2), -cudaErrorInvalidValue);
  EXPECT(active(small, 2048, 0, 2), -cudaErrorInvalidValue);
  EXPECT(active(bounded, 512, 0, 2), -cudaErrorInvalidValue);
  EXPECT(active(small, 32, 100000, 2), -cudaErrorInvalidValue);
  EXPECT(active(paired, 1024, 0, 0), 132);
  EXPECT(active(paired, 1024, 0, 2), 132);
  EXPECT(active(paired, 1024, 0, 4), -cudaErrorInvalidClusterSize);
  EXPECT(active(reinterpret_cast<void (*)(int *)>(ordinary), 32, 0, 2),
         -cudaErrorInvalidResourceHandle);
  EXPECT(potential(small, 256, 0), 8);
  EXPECT(potential(paired, 256, 0), 2);
  EXPECT(potential(small, 0, 0), -cudaErrorInvalidValue);
  cudaFuncSetAttribute(small, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
  cudaFuncSetAttribute(small, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  EXPECT(active(small, 1024, 200000, 2), 66); // one block on each multiprocessor
  EXPECT(active(small, 1024, 200000, 16), 8);
  EXPECT(active(small, 1024, 200000, 17), -cudaErrorInvalidClusterSize);
  EXPECT(potential(small, 1024, 200000), 16);
  Configuration c(32, 0, 2);
  int count;
  EXPECT(cudaOccupancyMaxActiveClusters(nullptr, small, &c), cudaErrorInvalidValue);
  EXPECT(cudaOccupancyMaxPotentialClusterSize(nullptr, small, &c), cudaErrorInvalidValue);
  EXPECT(cudaOccupancyMaxActiveClusters(&count, small, nullptr), cudaErrorInvalidValue);
}

int main() {
  functions();
  limits();
  arrays();
  clusters();
  std::printf("%d wrong\n", wrong);
}
