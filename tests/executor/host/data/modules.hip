// What a module gives: kernels that graphs take by their handles, and managed variables. Then a
// launch in HIP's first way: prints what the kernels wrote.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <vector>

static hipFunction_t compiled(hipModule_t *module) {
  const char *source =
      "__managed__ int base = 30;"
      "extern \"C\" __global__ void add(int *p, int n) { p[threadIdx.x] += n; base++; }";
  hiprtcProgram program;
  hiprtcCreateProgram(&program, source, nullptr, 0, nullptr, nullptr);
  hiprtcCompileProgram(program, 0, nullptr);
  size_t size = 0;
  hiprtcGetCodeSize(program, &size);
  std::vector<char> code(size);
  hiprtcGetCode(program, code.data());
  hipFunction_t function;
  (void)hipModuleLoadData(module, code.data());
  (void)hipModuleGetFunction(&function, *module, "add");
  return function;
}

__global__ void set(int *p, int n) { *p = n; }

int main() {
  int *p, n = 5;
  (void)hipMalloc(&p, 4 * sizeof *p);
  (void)hipMemset(p, 0, 4 * sizeof *p);
  hipModule_t module;
  hipFunction_t function = compiled(&module);
  hipGraph_t graph;
  (void)hipGraphCreate(&graph, 0);
  void *arguments[] = {&p, &n};
  hipKernelNodeParams node = {};
  node.func = function;
  node.gridDim = dim3(1);
  node.blockDim = dim3(4);
  node.kernelParams = arguments;
  hipGraphNode_t first, second;
  printf("%d", hipGraphAddKernelNode(&first, graph, nullptr, 0, &node));
  n = 8; // the first node has its copy
  printf(" %d", hipGraphAddKernelNode(&second, graph, &first, 1, &node));
  node.func = arguments; // no kernel at all
  printf(" %d", hipGraphAddKernelNode(&second, graph, nullptr, 0, &node) != hipSuccess);
  hipGraphExec_t ready;
  (void)hipGraphInstantiate(&ready, graph, nullptr, nullptr, 0);
  (void)hipGraphLaunch(ready, nullptr);
  int host[4];
  (void)hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost);
  printf(" %d %d", host[0], host[3]);
  hipDeviceptr_t base;
  size_t size;
  (void)hipModuleGetGlobal(&base, &size, module, "base");
  printf(" %d %zu", *static_cast<int *>(base), size); // lanes of one wave add one together
  n = 6;
  (void)__hipPushCallConfiguration(dim3(1), dim3(1), 0, nullptr);
  (void)hipSetupArgument(&p, sizeof p, 0);
  (void)hipSetupArgument(&n, sizeof n, sizeof p);
  printf(" %d", hipLaunchByPtr(reinterpret_cast<void *>(set)));
  printf(" %d", hipLaunchByPtr(reinterpret_cast<void *>(set)) == hipErrorMissingConfiguration);
  (void)hipMemcpy(host, p, sizeof *p, hipMemcpyDeviceToHost);
  printf(" %d\n", host[0]);
}
