// https://github.com/ggml-org/llama.cpp/issues/12152 a kernel node's parameters read, changed and set
#include <cstdio>
__global__ void put(int* p, int v) { p[0] = v; }
int main() {
    int *d, h, v = 4, w = 9;
    cudaMalloc(&d, 4);
    void* args[] = {&d, &v};
    cudaGraph_t g;
    cudaGraphNode_t node;
    cudaGraphCreate(&g, 0);
    cudaKernelNodeParams p = {};
    p.func = (void*)put, p.gridDim = dim3(1), p.blockDim = dim3(1), p.kernelParams = args;
    cudaGraphAddKernelNode(&node, g, nullptr, 0, &p);
    cudaGraphExec_t exec;
    cudaGraphInstantiate(&exec, g, nullptr, nullptr, 0);
    void* later[] = {&d, &w};
    p.kernelParams = later;
    cudaGraphExecKernelNodeSetParams(exec, node, &p);
    cudaGraphLaunch(exec, 0);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d\n", h);
}
