// Launches in many ways: templates, variables, every kind of memory, a graph, and one that fails.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstring>

__device__ int total;

template <typename T> __global__ void scale(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 3 * in[i];
}

__global__ void touch(int *managed, int *pinned, int *pooled) {
  *managed = 6, *pinned = 7, *pooled = 8;
  total += 50;
}

__global__ void add() { total += 50; }

int main(int count, char **words) {
  if (count > 1 && !std::strcmp(words[1], "wait"))
    for (;;)
      ;
  if (count > 1 && !std::strcmp(words[1], "fail")) {
    add<<<1, 4096>>>();
    return 0;
  }
  std::puts("begin");
  float host[128], *in, *out;
  for (int i = 0; i < 128; ++i)
    host[i] = float(i);
  (void)hipMalloc(&in, sizeof host), (void)hipMalloc(&out, sizeof host);
  (void)hipMemcpy(in, host, sizeof host, hipMemcpyHostToDevice);
  scale<<<2, 64, 16>>>((const float *)in, out, 128);
  int *managed, *pinned, *pooled, found;
  hipStream_t stream;
  (void)hipStreamCreate(&stream);
  (void)hipMallocManaged((void **)&managed, 4);
  (void)hipHostMalloc((void **)&pinned, 4, 0);
  (void)hipMallocAsync((void **)&pooled, 4, stream);
  touch<<<1, 1, 0, stream>>>(managed, pinned, pooled);
  touch<<<1, 4096>>>(managed, pinned, pooled);
  (void)hipGetLastError();
  hipGraph_t graph;
  hipGraphExec_t run;
  (void)hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
  add<<<1, 1, 0, stream>>>();
  (void)hipStreamEndCapture(stream, &graph);
  (void)hipGraphInstantiate(&run, graph, nullptr, nullptr, 0);
  (void)hipGraphLaunch(run, stream);
  (void)hipStreamSynchronize(stream);
  (void)hipMemcpyFromSymbol(&found, HIP_SYMBOL(total), sizeof found);
  std::printf("%d %d %d\n", *managed, *pinned, found);
  std::FILE *file = std::fopen("out.txt", "w");
  std::fputs("done", file), std::fclose(file);
  std::puts("end");
}
