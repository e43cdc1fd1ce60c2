// https://github.com/microsoft/onnxruntime/pull/6294 static_cast<double>(half), which hipcc once refused
#include <cstdio>
#include <cuda_fp16.h>
template <typename From, typename To> __global__ void cast(const From* in, To* out) {
    out[threadIdx.x] = static_cast<To>(in[threadIdx.x]);
}
int main() {
    half h[2] = {__float2half(1.5f), __float2half(-3.25f)}, *in;
    double r[2], *out;
    cudaMalloc(&in, sizeof h), cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    cast<half, double><<<1, 2>>>(in, out);
    cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g %g\n", r[0], r[1]);
}
