// https://github.com/ggml-org/llama.cpp/pull/12394 cudaGraphExecUpdate as CUDA 12 declares it
#include <cstdio>
__global__ void add(int* p, int v) { p[0] += v; }
int main() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    int *d, h;
    cudaMalloc(&d, 4), cudaMemset(d, 0, 4);
    cudaGraphExec_t exec = nullptr;
    for (int i = 1; i <= 3; i++) {
        cudaGraph_t g;
        cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);
        add<<<1, 1, 0, s>>>(d, i);
        cudaStreamEndCapture(s, &g);
        if (exec) {
            cudaGraphExecUpdateResultInfo info;
            if (cudaGraphExecUpdate(exec, g, &info) != cudaSuccess) printf("%d\n", (int)info.result);
        } else {
            cudaGraphInstantiate(&exec, g, 0);
        }
        cudaGraphLaunch(exec, s);
        cudaGraphDestroy(g);
    }
    cudaMemcpyAsync(&h, d, 4, cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
    printf("%d\n", h);
}
