// https://github.com/llvm/llvm-project/pull/82956 min and max of mixed and of wide types, on both sides
#include <cstdio>
__global__ void k(size_t n, int i, unsigned u, float f, double d, double* o) {
    o[0] = min(n, (size_t)100), o[1] = max(i, 3), o[2] = min(u, 4000000000u), o[3] = max(f, 1.5);
    o[4] = min(i, u), o[5] = max(-1LL, (long long)i), o[6] = min(d, f), o[7] = max(u, i);
}
int main() {
    double h[8], *d;
    cudaMalloc(&d, sizeof h);
    k<<<1, 1>>>(1ull << 40, -2, 7, 0.5f, 0.25, d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (double v : h) printf("%g ", v);
    size_t wide = min(size_t(1) << 33, size_t(1) << 40);
    printf("%zu %lld %u\n", wide, max(5000000000LL, 1LL), max(3000000000u, 1u));
}
