// CUDA's host interface as nvcc's programs call it; prints each thing that is not as CUDA defines.
#include <cstdio>
#include <cstring>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what))                                                                                   \
      std::printf("line %d: %s\n", __LINE__, #what), ++wrong;                                      \
  } while (0)
#define OK(call) CHECK((call) == cudaSuccess)

namespace {

int wrong = 0;
constexpr int kCount = 512;

} // namespace

__managed__ float managed[kCount];
__device__ float variable[kCount];

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

__global__ void add_variables(const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    managed[i] = variable[i] + b[i];
}

namespace {

void device() {
  cudaDeviceProp p;
  std::memset(&p, 0xff, sizeof p);
  OK(cudaGetDeviceProperties(&p, 0));
  int value = 0;
  struct {
    cudaDeviceAttr number;
    long expected;
  } const same[] = {
      {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
      {cudaDevAttrWarpSize, 32},
      {cudaDevAttrMaxSharedMemoryPerBlock, static_cast<long>(p.sharedMemPerBlock)},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, static_cast<long>(p.sharedMemPerBlockOptin)},
      {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
      {cudaDevAttrL2CacheSize, p.l2CacheSize},
      {cudaDevAttrComputeCapabilityMajor, p.major},
      {cudaDevAttrComputeCapabilityMinor, p.minor},
      {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
      {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
      {cudaDevAttrClusterLaunch, p.clusterLaunch}};
  for (const auto &each : same) {
    OK(cudaDeviceGetAttribute(&value, each.number, 0));
    if (value != each.expected)
      std::printf("attribute %d is %d, not %ld\n", each.number, value, each.expected), ++wrong;
  }
  CHECK(p.hostNumaMultinodeIpcSupported == 0 && p.reserved[55] == 0);
  CHECK(p.name[0] != 0 && std::strlen(p.name) < sizeof p.name);
  int runtime = 0;
  OK(cudaRuntimeGetVersion(&runtime));
  CHECK(runtime / 1000 == CUDART_VERSION / 1000);
  CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
}

void kernel_attributes(float *memory) {
  cudaFuncAttributes a;
  OK(cudaFuncGetAttributes(&a, add));
  CHECK(a.maxThreadsPerBlock == 1024 && a.numRegs > 0 && a.numRegs < 64 && a.sharedSizeBytes == 0);
  CHECK(a.maxDynamicSharedSizeBytes == 48 << 10);
  int grid = 0, block = 0;
  OK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, add));
  CHECK(block == 1024 && grid > 0);
  cudaPointerAttributes p;
  OK(cudaPointerGetAttributes(&p, memory));
  CHECK(p.type == cudaMemoryTypeDevice && p.device == 0 && p.devicePointer == memory);
  OK(cudaPointerGetAttributes(&p, &p));
  CHECK(p.type == cudaMemoryTypeUnregistered && p.devicePointer == nullptr);
}

bool is_sum(const float *sums, const float *a, const float *b) {
  for (int i = 0; i < kCount; ++i)
    if (sums[i] != a[i] + b[i])
      return false;
  return true;
}

void variables(const float *a, const float *b, float *y) {
  OK(cudaMemcpyToSymbol(variable, a, kCount * sizeof(float)));
  managed[3] = 7;
  add_variables<<<2, 256>>>(y, kCount);
  OK(cudaDeviceSynchronize());
  CHECK(is_sum(managed, a, b));
  void *address = nullptr;
  size_t size = 0;
  OK(cudaGetSymbolAddress(&address, variable));
  OK(cudaGetSymbolSize(&size, variable));
  CHECK(address && size == sizeof variable);
}

void streams(const float *a, const float *b, float *x, float *y, float *z) {
  float found[kCount];
  cudaStream_t stream;
  cudaEvent_t start, end;
  float elapsed = -1;
  OK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  OK(cudaEventCreate(&start));
  OK(cudaEventCreate(&end));
  OK(cudaEventRecord(start, stream));
  OK(cudaMemsetAsync(z, 0, sizeof found, stream));
  add<<<2, 256, 0, stream>>>(x, y, z, kCount);
  OK(cudaMemcpyAsync(found, z, sizeof found, cudaMemcpyDeviceToHost, stream));
  OK(cudaEventRecord(end, stream));
  OK(cudaStreamSynchronize(stream));
  OK(cudaEventElapsedTime(&elapsed, start, end));
  CHECK(elapsed >= 0 && is_sum(found, a, b));
  OK(cudaStreamDestroy(stream));
  void *pooled = nullptr;
  OK(cudaMallocAsync(&pooled, 64, nullptr));
  OK(cudaFreeAsync(pooled, nullptr));
}

void graphs(const float *a, const float *b, float *x, float *y, float *z) {
  float found[kCount];
  int n = kCount;
  void *arguments[] = {&x, &y, &z, &n};
  cudaGraph_t graph;
  cudaGraphNode_t fill, node, from, to;
  OK(cudaGraphCreate(&graph, 0));
  cudaMemsetParams f{};
  f.dst = z, f.elementSize = 4, f.width = kCount, f.height = 1, f.value = 0;
  OK(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &f));
  cudaKernelNodeParams k{};
  k.func = reinterpret_cast<void *>(add), k.gridDim = dim3(2), k.blockDim = dim3(256);
  k.kernelParams = arguments;
  OK(cudaGraphAddKernelNode(&node, graph, &fill, 1, &k));
  size_t edges = 1;
#if CUDART_VERSION >= 13000
  OK(cudaGraphGetEdges(graph, &from, &to, nullptr, &edges));
#else
  OK(cudaGraphGetEdges(graph, &from, &to, &edges));
#endif
  CHECK(edges == 1 && from == fill && to == node);
  cudaMemsetParams again{};
  OK(cudaGraphMemsetNodeGetParams(fill, &again));
  CHECK(again.dst == z && again.width == kCount && again.elementSize == 4);
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaMemcpy(found, z, sizeof found, cudaMemcpyDeviceToHost));
  CHECK(is_sum(found, a, b));
  OK(cudaGraphExecDestroy(exec));
  OK(cudaGraphDestroy(graph));
}

void launches(const float *a, const float *b, float *x, float *y, float *z) {
  float found[kCount];
  cudaLaunchConfig_t config{};
  cudaLaunchAttribute cooperative{};
  cooperative.id = cudaLaunchAttributeCooperative, cooperative.val.cooperative = 1;
  config.gridDim = dim3(2), config.blockDim = dim3(256);
  config.attrs = &cooperative, config.numAttrs = 1;
  OK(cudaLaunchKernelEx(&config, add, static_cast<const float *>(x), static_cast<const float *>(y),
                        z, kCount));
  OK(cudaMemcpy(found, z, sizeof found, cudaMemcpyDeviceToHost));
  CHECK(is_sum(found, a, b));
  add<<<dim3(1, 70000), 32>>>(x, y, z, kCount);
  bool newer = CUDART_VERSION >= 13000;
  CHECK(cudaGetLastError() == (newer ? cudaErrorInvalidValue : cudaErrorInvalidConfiguration));
  CUdeviceptr pointer = 0;
  CHECK(cuMemAlloc(&pointer, 256) == CUDA_SUCCESS && cuMemFree(pointer) == CUDA_SUCCESS);
}

} // namespace

int main() {
  float a[kCount], b[kCount], *x, *y, *z;
  for (int i = 0; i < kCount; ++i)
    a[i] = 0.25f * i, b[i] = 100 - i;
  for (float **part : {&x, &y, &z})
    OK(cudaMalloc(part, sizeof a));
  OK(cudaMemcpy(x, a, sizeof a, cudaMemcpyHostToDevice));
  OK(cudaMemcpy(y, b, sizeof b, cudaMemcpyHostToDevice));
  device();
  kernel_attributes(x);
  variables(a, b, y);
  streams(a, b, x, y, z);
  graphs(a, b, x, y, z);
  launches(a, b, x, y, z);
  std::printf("%d wrong\n", wrong);
  return wrong ? 1 : 0;
}
