// https://github.com/ROCm/hip/issues/2482 a failed assert in a kernel, told apart by the host
#include <cassert>
#include <cstdio>
__global__ void check(int n) { assert(threadIdx.x < n); }
int main() {
    check<<<1, 64>>>(60);
    cudaError_t e = cudaDeviceSynchronize();
    if (e == cudaErrorAssert) printf("assertion failed as it should: %s\n", cudaGetErrorString(e));
    return e != cudaErrorAssert;
}
