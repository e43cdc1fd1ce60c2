"""A program that only a model completes, with what it prints and a right translation of its span."""

# No rule can know what a multicast address of several GPUs stands for; with one GPU it is that GPU's memory.
PROGRAM = """\
#include <cuda_runtime.h>
#include <cstdio>

__device__ unsigned summed(const unsigned* p) {
    unsigned r;
    asm volatile("multimem.ld_reduce.relaxed.sys.global.add.u32 %0, [%1];" : "=r"(r) : "l"(p) : "memory");
    return r;
}

__global__ void twice(const unsigned* in, unsigned* out) { out[threadIdx.x] = 2 * summed(in + threadIdx.x); }

int main() {
    unsigned h[64], *in, *out;
    for (int i = 0; i < 64; ++i) h[i] = 3 * i;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof h);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<1, 64>>>(in, out);
    cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i += 21) printf("%u\\n", h[i]);
}
"""
EXPECTED = "0\n126\n252\n378\n"
RIGHT = "__device__ unsigned summed(const unsigned* p) {\n    unsigned r;\n    r = *p;\n    return r;\n}"
