// https://github.com/ROCm/hip/issues/3340 atomicMax and atomicMin of long long
#include <cstdio>
__global__ void extremes(const long long* v, long long* o) {
    atomicMax(&o[0], v[threadIdx.x]);
    atomicMin(o + 1, v[threadIdx.x]);
    atomicAnd((unsigned long long*)&o[2], (unsigned long long)v[threadIdx.x]);
}
int main() {
    long long h[64], r[3] = {-1LL << 60, 1LL << 60, -1}, *v, *o;
    for (int i = 0; i < 64; i++) h[i] = (i - 32) * 10000000000LL;
    cudaMalloc(&v, sizeof h), cudaMalloc(&o, sizeof r);
    cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(o, r, sizeof r, cudaMemcpyHostToDevice);
    extremes<<<1, 64>>>(v, o);
    cudaMemcpy(r, o, sizeof r, cudaMemcpyDeviceToHost);
    printf("%lld %lld %lld\n", r[0], r[1], r[2]);
}
