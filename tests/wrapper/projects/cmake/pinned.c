#include <cuda_runtime.h>
struct cudaGraphicsResource *nothing;
int pinned(void) { void *p; return cudaMallocHost(&p, 8) == cudaSuccess && cudaFreeHost(p) == cudaSuccess; }
