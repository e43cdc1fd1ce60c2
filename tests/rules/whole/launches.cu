// Launches by a configuration: typed arguments, an array of them, templates, attributes, a cooperative one.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void add(float* p, float by) { p[threadIdx.x + blockIdx.x * blockDim.x] += by; }
template <typename T>
__global__ void twice(T* p, int n) {
    if ((int)threadIdx.x < n) p[threadIdx.x] *= 2;
}
__global__ void nothing() {}
__global__ void neighbours(float* p, float* out) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    p[i] += 1;
    cooperative_groups::this_grid().sync();
    out[i] = p[63 - i];
}

int main() {
    float *p, *out;
    cudaMalloc(&p, 256);
    cudaMalloc(&out, 256);
    cudaMemset(p, 0, 256);
    cudaFuncSetCacheConfig(add, cudaFuncCachePreferShared);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaLaunchConfig_t config = {};
    config.gridDim = 2;
    config.blockDim = 32;
    config.stream = s;
    cudaError_t error = cudaLaunchKernelEx(&config, add, p, 1.5f);
    cudaLaunchConfig_t other{dim3(1), dim3(64), 0, s};
    cudaLaunchKernelEx(&other, twice<float>, p, short(40));  // becomes an int
    cudaLaunchKernelEx(&other, nothing);
    float by = 2;
    void* arguments[] = {&p, &by};
    cudaLaunchKernelExC(&config, (const void*)add, arguments);
    cudaLaunchAttribute asked[2];
    asked[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    asked[0].val.programmaticStreamSerializationAllowed = 1;
    asked[1].id = cudaLaunchAttributeCooperative;
    asked[1].val.cooperative = 1;
    config.attrs = asked;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, add, p, 0.25f);
    config.attrs = asked + 1;
    cudaLaunchKernelEx(&config, neighbours, p, out);
    float host[64];
    cudaStreamSynchronize(s);
    cudaMemcpy(host, out, 256, cudaMemcpyDeviceToHost);
    printf("%d: %g %g %g\n", (int)error, host[0], host[23], host[63]);
    return 0;
}
