#include <cuda_runtime.h>
int devices() { int n = 0; cudaGetDeviceCount(&n); cudaDeviceProp p; cudaGetDeviceProperties(&p, 0); return n; }
