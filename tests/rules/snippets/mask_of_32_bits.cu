// https://github.com/vllm-project/vllm/pull/45055 a maximum over a warp, 32-bit mask literal, fmaxf around the shuffle
#include <cstdio>
template <int N> __device__ float most(float v) {
#pragma unroll
    for (int offset = N / 2; offset > 0; offset /= 2) v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}
__global__ void quantise(const float* x, float* scale) {
    float m = most<32>(fabsf(x[threadIdx.x]));
    if (threadIdx.x % 32 == 0) scale[threadIdx.x / 32] = m / 127.0f;
}
int main() {
    float h[128], s[4], *d, *o;
    for (int i = 0; i < 128; i++) h[i] = (i * 37 % 101) - 50;
    cudaMalloc(&d, sizeof h), cudaMalloc(&o, sizeof s);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    quantise<<<1, 128>>>(d, o);
    cudaMemcpy(s, o, sizeof s, cudaMemcpyDeviceToHost);
    printf("%f %f %f %f\n", s[0], s[1], s[2], s[3]);
}
