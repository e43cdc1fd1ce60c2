// Graph nodes of kernels that a module gave out, by the module's handle: prints what the kernel wrote.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <vector>

static hipFunction_t compiled(hipModule_t *module) {
  const char *source = "extern \"C\" __global__ void add(int *p, int n) { p[threadIdx.x] += n; }";
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
  printf(" %d %d\n", host[0], host[3]);
}
