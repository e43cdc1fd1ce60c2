// One program, many fates: the first argument chooses.
#include <hip/hip_runtime.h>

#include <cassert>
#include <cstdio>
#include <cstring>

__constant__ float factor[2];
__device__ int counter;

__global__ void sum(const int *in, int *out, int n) {
  __shared__ int partial;
  if (threadIdx.x == 0)
    partial = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    atomicAdd(&partial, in[i]);
    atomicAdd(&counter, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(out, partial);
}

__global__ void scale(float *value) { *value *= factor[1]; }

__global__ void ballot(unsigned long long *out) { *out = __ballot(1); }

__global__ void put(int *to, int value) { to[blockIdx.x * blockDim.x + threadIdx.x] = value; }

__global__ void print(double start) {
  int length = printf("lane %d: %.2f %s\n", threadIdx.x, start + threadIdx.x, "text");
  if (length != 18)
    printf("printf returned %d\n", length);
}

__global__ void check(int n) { assert(n == 1); }

__global__ void wild(int *p) { p[threadIdx.x * 100000000] = 1; }

__global__ void endless(volatile int *p) {
  int steps = 0; // with it, something changes: this could end one day
  while (*p == 0)
    ++steps;
  p[1] = steps;
}

__global__ void unknown() { __builtin_amdgcn_s_sendmsghalt(1, 0); }

static void run_sum() {
  int in[1000], total, *device_in, *device_out, count;
  for (int i = 0; i < 1000; ++i)
    in[i] = i;
  float value = 2, values[2] = {0, 0.25}, *device_value;
  (void)hipMalloc(&device_in, sizeof in);
  (void)hipMalloc(&device_out, 4);
  (void)hipMalloc(&device_value, 4);
  (void)hipMemset(device_out, 0, 4);
  (void)hipMemcpy(device_in, in, sizeof in, hipMemcpyHostToDevice);
  (void)hipMemcpy(device_value, &value, 4, hipMemcpyHostToDevice);
  (void)hipMemcpyToSymbol(HIP_SYMBOL(factor), values, sizeof values);
  sum<<<8, 128>>>(device_in, device_out, 1000);
  scale<<<1, 1>>>(device_value);
  (void)hipMemcpy(&total, device_out, 4, hipMemcpyDeviceToHost);
  (void)hipMemcpy(&value, device_value, 4, hipMemcpyDeviceToHost);
  (void)hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), 4);
  printf("%d %d %g\n", total, count, value);
  FILE *file = fopen("sum.txt", "w");
  fprintf(file, "%d", total);
  fclose(file);
}

static void run_ballot() {
  unsigned long long *mask, host;
  hipDeviceProp_t properties;
  (void)hipGetDeviceProperties(&properties, 0);
  (void)hipMalloc(&mask, 8);
  ballot<<<1, 64>>>(mask);
  (void)hipMemcpy(&host, mask, 8, hipMemcpyDeviceToHost);
  printf("%d %llx\n", properties.warpSize, host);
}

// A captured kernel tells its function and arguments, and takes others.
static int run_captured(int *memory) {
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  hipGraphNode_t node;
  hipKernelNodeParams told;
  size_t count = 1;
  int failed = hipStreamCreate(&stream) | hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  put<<<2, 32, 0, stream>>>(memory, 5);
  failed |= hipStreamEndCapture(stream, &graph) | hipGraphGetNodes(graph, &node, &count);
  failed |= hipGraphKernelNodeGetParams(node, &told);
  bool same =
      told.func == reinterpret_cast<void *>(put) && told.gridDim.x == 2 && told.blockDim.x == 32;
  printf("%d %d %d", count == 1, same, *static_cast<int *>(told.kernelParams[1]));
  failed |= hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0);
  int other = 9;
  void *arguments[] = {told.kernelParams[0], &other};
  told.kernelParams = arguments;
  for (int changed = 0; changed < 2; ++changed) {
    failed |= hipGraphLaunch(exec, stream) | hipStreamSynchronize(stream);
    failed |= hipMemcpy(&other, memory + 63, sizeof other, hipMemcpyDeviceToHost);
    printf(" %d", other);
    other = 9;
    failed |= hipGraphExecKernelNodeSetParams(exec, node, &told);
  }
  puts("");
  return failed;
}

int main(int, char **argv) {
  const char *mode = argv[1];
  auto is = [&](const char *name) { return strcmp(mode, name) == 0; };
  int *memory;
  (void)hipMalloc(&memory, 4096);
  if (is("sum"))
    run_sum();
  if (is("ballot"))
    run_ballot();
  if (is("print")) {
    print<<<1, 2>>>(1.5);
    (void)hipDeviceSynchronize();
    puts("after");
  }
  if (is("captured"))
    return run_captured(memory);
  if (is("status"))
    return 3;
  if (is("assert"))
    check<<<1, 32>>>(2);
  if (is("wild"))
    wild<<<1, 64>>>(memory);
  if (is("freed")) {
    int *block;
    (void)hipMalloc(&block, 1 << 20); // large enough to be kept for the next allocation
    (void)hipFree(block);
    wild<<<1, 1>>>(block);
  }
  if (is("crash"))
    *reinterpret_cast<volatile int *>(8) = 1;
  if (is("endless"))
    endless<<<1, 64>>>(memory);
  if (is("unknown"))
    unknown<<<1, 64>>>();
  if (is("lacking"))
    return hipGraphicsUnregisterResource(nullptr);
  return hipDeviceSynchronize();
}
