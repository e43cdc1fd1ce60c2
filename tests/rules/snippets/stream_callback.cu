// https://github.com/alpaka-group/alpaka/pull/1675 callbacks of a stream, with CUDA's calling convention
#include <cstdio>
void CUDART_CB after(cudaStream_t, cudaError_t e, void* data) { *(int*)data += e == cudaSuccess ? 10 : 100; }
void CUDART_CB finally(void* data) { *(int*)data += 1; }
int main() {
    cudaStream_t s;
    int n = 0;
    cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, 0);
    cudaStreamAddCallback(s, after, &n, 0);
    cudaHostFn_t f = finally;
    cudaLaunchHostFunc(s, f, &n);
    cudaStreamSynchronize(s);
    printf("%d\n", n);
}
