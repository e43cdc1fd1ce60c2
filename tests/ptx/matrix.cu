#include <cuda_fp16.h>
// Matrix products of a warp: fragments are made from the lane's number, so that each place matters.
__device__ unsigned mix(unsigned x) {
    x *= 2654435761u;
    return x ^ x >> 13;
}
__device__ unsigned short small_half(unsigned x) { return (unsigned short)((mix(x) & 0x8000) | (0x3000 + (mix(x) >> 4 & 0xfff))); }
__device__ unsigned halves(unsigned x) { return small_half(x) | (unsigned)small_half(x + 1000) << 16; }
__device__ unsigned brains(unsigned x) {
    unsigned low = (mix(x) & 0x8000) | (0x3f00 + (mix(x) >> 4 & 0xff));
    return low | ((mix(x + 77) & 0x8000) | (0x3f00 + (mix(x + 77) >> 4 & 0xff))) << 16;
}
__device__ unsigned truncated(unsigned x) { return 0x3f000000u + (mix(x) & 0x807fe000u); }
__device__ float start(unsigned x) { return (int)(mix(x) & 255) * 0.0625f - 8.0f; }

__global__ void __launch_bounds__(64) mma_f16_8(const int *seed, float *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    float c[4], d[4];
    for (int k = 0; k < 2; ++k) a[k] = halves(x + k);
    for (int k = 0; k < 1; ++k) b[k] = halves(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = start(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_f16_16(const int *seed, float *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    float c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = halves(x + k);
    for (int k = 0; k < 2; ++k) b[k] = halves(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = start(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_half_8(const int *seed, __half *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    unsigned c[2], d[2];
    for (int k = 0; k < 2; ++k) a[k] = halves(x + k);
    for (int k = 0; k < 1; ++k) b[k] = halves(x + 20 + k);
    for (int k = 0; k < 2; ++k) c[k] = halves(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3}, {%4}, {%5, %6};"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]));
    for (int k = 0; k < 2; ++k)
        if (i * 4 + 2 * k + 1 < n) ((unsigned *)out)[i * 2 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_half_16(const int *seed, __half *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    unsigned c[2], d[2];
    for (int k = 0; k < 4; ++k) a[k] = halves(x + k);
    for (int k = 0; k < 2; ++k) b[k] = halves(x + 20 + k);
    for (int k = 0; k < 2; ++k) c[k] = halves(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %9};"
                 : "=r"(d[0]), "=r"(d[1])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]));
    for (int k = 0; k < 2; ++k)
        if (i * 4 + 2 * k + 1 < n) ((unsigned *)out)[i * 2 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_bf16_8(const int *seed, float *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    float c[4], d[4];
    for (int k = 0; k < 2; ++k) a[k] = brains(x + k);
    for (int k = 0; k < 1; ++k) b[k] = brains(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = start(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_bf16_16(const int *seed, float *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    float c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = brains(x + k);
    for (int k = 0; k < 2; ++k) b[k] = brains(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = start(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_tf32_4(const int *seed, float *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    float c[4], d[4];
    for (int k = 0; k < 2; ++k) a[k] = truncated(x + k);
    for (int k = 0; k < 1; ++k) b[k] = truncated(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = start(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_tf32_8(const int *seed, float *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    float c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = truncated(x + k);
    for (int k = 0; k < 2; ++k) b[k] = truncated(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = start(x + 40 + k);
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_s8_s8_16(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    int c[4], d[4];
    for (int k = 0; k < 2; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 1; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)mix(x + 40 + k) >> 8;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_s8_s8_32(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    int c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 2; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)mix(x + 40 + k) >> 8;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_u8_s8_16(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    int c[4], d[4];
    for (int k = 0; k < 2; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 1; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)mix(x + 40 + k) >> 8;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_u8_s8_32(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    int c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 2; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)mix(x + 40 + k) >> 8;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_u8_u8_16(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[2], b[1];
    int c[4], d[4];
    for (int k = 0; k < 2; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 1; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)mix(x + 40 + k) >> 8;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %8, %9, %10};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_u8_u8_32(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    int c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 2; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)mix(x + 40 + k) >> 8;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_s8_sat(const int *seed, int *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    unsigned a[4], b[2];
    int c[4], d[4];
    for (int k = 0; k < 4; ++k) a[k] = mix(x + k);
    for (int k = 0; k < 2; ++k) b[k] = mix(x + 20 + k);
    for (int k = 0; k < 4; ++k) c[k] = (int)0x7fffff00;
    asm volatile("mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %11, %12, %13};"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]));
    for (int k = 0; k < 4; ++k)
        if (i * 4 + k < n) out[i * 4 + k] = d[k];
}
__global__ void __launch_bounds__(64) mma_f64(const int *seed, double *out, int n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 64 + (unsigned)seed[0] * 16;
    double a[1], b[1];
    double c[2], d[2];
    for (int k = 0; k < 1; ++k) a[k] = (double)start(x + k);
    for (int k = 0; k < 1; ++k) b[k] = (double)start(x + 20 + k);
    for (int k = 0; k < 2; ++k) c[k] = (double)start(x + 40 + k);
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
                 : "=d"(d[0]), "=d"(d[1])
                 : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
    for (int k = 0; k < 2; ++k)
        if (i * 2 + k < n) out[i * 2 + k] = d[k];
}
__global__ void __launch_bounds__(64) load_rows(const unsigned short *in, unsigned *out, unsigned *turned, int n) {
    __shared__ unsigned short s[2][32][8];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    for (int k = 0; k < 8; ++k) s[t / 32][t % 32][k] = (unsigned short)(in[i < n ? i : 0] * 97 + t * 8 + k);
    __syncthreads();
    unsigned address = (unsigned)__cvta_generic_to_shared(s[t / 32][t % 32]), a, b, c, d, e, f, g, h;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "r"(address)
                 : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(e), "=r"(f) : "r"(address));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(g) : "r"(address));
    if (i < n) out[i] = a + 3 * b + 5 * c + 7 * d;
    if (i < n) turned[i] = e + 3 * f + 11 * g;
}
