// https://github.com/CHIP-SPV/chipStar/issues/977 a constant that is a template, copied to by its instance
#include <cstdio>
template <typename T> __constant__ T mask[8];
template <typename T> __global__ void apply(T* p) { p[threadIdx.x] *= mask<T>[threadIdx.x]; }
template <typename T> void run() {
    T h[8], m[8], *d;
    for (int i = 0; i < 8; i++) h[i] = i + 1, m[i] = 10 - i;
    cudaMemcpyToSymbol(mask<T>, m, sizeof m);
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    apply<T><<<1, 8>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (T v : h) printf("%g ", (double)v);
    printf("\n");
}
int main() { run<double>(); run<int>(); }
