// https://github.com/ROCm/HIPIFY/issues/72 a kernel, and a template's, given to functions that take const void*
#include <cstdio>
__global__ void plain(float* p) { p[0] = 1; }
template <typename T, int N> __global__ void many(T* p) { extern __shared__ float s[]; s[0] = N; p[1] = s[0]; }
int main() {
    cudaFuncSetCacheConfig(plain, cudaFuncCachePreferL1);
    auto chosen = many<float, 8>;
    cudaFuncSetAttribute(chosen, cudaFuncAttributeMaxDynamicSharedMemorySize, 40000);
    cudaFuncSetAttribute(many<float, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 40000);
    cudaFuncAttributes a;
    cudaFuncGetAttributes(&a, many<float, 4>);
    float *d, h[2];
    cudaMalloc(&d, sizeof h);
    plain<<<1, 1>>>(d);
    chosen<<<1, 1, 40000>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
}
