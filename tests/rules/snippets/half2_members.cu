// https://github.com/ggml-org/llama.cpp/pull/15529 the halves of a half2 taken by member and by pointer, half2 arithmetic
#include <cstdio>
#include <cuda_fp16.h>
__global__ void dot(const half2* a, const half2* b, float* o) {
    half2 s = __float2half2_rn(0.0f);
    for (int i = 0; i < 4; i++) s = __hfma2(a[i], b[i], s);
    half low = s.x, high = __high2half(s);
    s.y = __hneg(low);
    const half2 m = __hmax2(s, __halves2half2(high, high));
    o[0] = __half2float(low) + __half2float(high), o[1] = __half2float(m.y), o[2] = (float)m.x;
}
int main() {
    half2 a[4], b[4], *da, *db;
    for (int i = 0; i < 4; i++) a[i] = __floats2half2_rn(i, i + 0.5f), b[i] = __floats2half2_rn(2, -1);
    float r[3], *o;
    cudaMalloc(&da, sizeof a), cudaMalloc(&db, sizeof b), cudaMalloc(&o, sizeof r);
    cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice), cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
    dot<<<1, 1>>>(da, db, o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%g %g %g\n", r[0], r[1], r[2]);
}
