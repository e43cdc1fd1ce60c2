// Forms of PTX instructions as statements: the translation is compared with NVIDIA's machine code.
// Numbers at the edges of their types meet each other first, then come pseudo-random ones.
__device__ unsigned word(unsigned i, unsigned which) {
    const unsigned edges[] = {0u, 1u, 0xffffffffu, 0x80000000u, 0x7fffffffu, 31u, 32u, 33u, 0xffu, 0x8000u, 0x7fu, 0x00ff80fdu};
    unsigned j = which == 0 ? i : which == 1 ? i / 12 : i / 5 + which;
    if (i < 288) return edges[j % 12];
    unsigned x = (i * 4 + which) * 2654435761u;
    x ^= x >> 15;
    x *= 2246822519u;
    x ^= x >> 13;
    return which == 2 && (i & 1) ? x & 63 : x;
}
__device__ unsigned long long twin(unsigned i, unsigned which) {
    unsigned long long high = word(i + 7, which);
    return i % 3 == 0 ? word(i, which) : high << 32 | word(i, which);
}
__device__ unsigned short half_of(unsigned i, unsigned which) {
    const unsigned short edges[] = {0, 0x8000, 0x3c00, 0xbc00, 0x3800, 0x7bff, 0x4200, 0xb555, 0x0001, 0x2e66};
    unsigned j = which == 0 ? i : which == 1 ? i / 10 : i / 3 + which;
    unsigned x = word(i, which);
    return i < 200 ? edges[j % 10] : (unsigned short)((x & 0x83ff) | (8 + (x >> 20) % 14) << 10);
}
__device__ unsigned halves(unsigned i, unsigned which) {
    return half_of(i, which) | (unsigned)half_of(i + 5, which) << 16;
}
__device__ unsigned short brain_of(unsigned i, unsigned which) {
    unsigned x = word(i + 300, which);
    return i < 3 ? (unsigned short)(i * 0x3f80) : (unsigned short)((x & 0x807f) | (110 + (x >> 20) % 30) << 7);
}
__device__ unsigned brains(unsigned i, unsigned which) { return brain_of(i, which) | (unsigned)brain_of(i + 5, which) << 16; }
__device__ unsigned short plain_half(unsigned i, unsigned which) {
    unsigned x = word(i + 300, which);
    return (unsigned short)((x & 0x83ff) | (15 + (x >> 20) % 6) << 10);
}
__device__ unsigned plain_halves(unsigned i, unsigned which) {
    return plain_half(i, which) | (unsigned)plain_half(i + 5, which) << 16;
}
__device__ float wide(unsigned short h) {
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h));
    return f;
}
__device__ float single(unsigned i, unsigned which) {
    const float edges[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, 2.5f, -0.75f, 1e30f, -3e9f, 1e-20f, 255.5f,
                           __int_as_float(0x7f800000), __int_as_float(0x7fffffff)};
    unsigned j = which == 0 ? i : which == 1 ? i / 14 : i / 5 + which;
    if (i < 392) return edges[j % 14];
    unsigned x = word(i, which);
    return (int)(x >> 8) * __int_as_float(((x & 15) + 100) << 23) - (which ? 1.25f : 0.75f);
}
__device__ unsigned bits(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }

__global__ void half_0(unsigned *add_f16, unsigned *add_f16x2, float *add_ftz_f16, float *add_ftz_f16x2, unsigned *add_rn_f16, unsigned *add_rn_f16x2, float *add_rn_ftz_f16, float *add_rn_ftz_f16x2, unsigned *sub_f16, unsigned *sub_f16x2, float *sub_ftz_f16, float *sub_ftz_f16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("add.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("add.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("add.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("add.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("add.rn.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_rn_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("add.rn.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_rn_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("add.rn.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_rn_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("add.rn.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_rn_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("sub.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("sub.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("sub.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("sub.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
}

__global__ void half_1(unsigned *sub_rn_f16, unsigned *sub_rn_f16x2, float *sub_rn_ftz_f16, float *sub_rn_ftz_f16x2, unsigned *mul_f16, unsigned *mul_f16x2, float *mul_ftz_f16, float *mul_ftz_f16x2, unsigned *mul_rn_f16, unsigned *mul_rn_f16x2, float *mul_rn_ftz_f16, float *mul_rn_ftz_f16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("sub.rn.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_rn_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_rn_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("sub.rn.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_rn_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("sub.rn.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_rn_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("mul.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("mul.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("mul.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("mul.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("mul.rn.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_rn_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_rn_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("mul.rn.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_rn_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("mul.rn.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_rn_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
}

__global__ void half_2(unsigned *fma_rn_f16, unsigned *fma_rn_f16x2, float *fma_rn_ftz_f16, float *fma_rn_ftz_f16x2, unsigned *fma_rn_relu_f16, unsigned *fma_rn_relu_f16x2, float *fma_rn_ftz_relu_f16, float *fma_rn_ftz_relu_f16x2, unsigned *add_sat_f16, unsigned *add_sat_f16x2, float *add_ftz_sat_f16, float *add_ftz_sat_f16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short c = half_of(i, 2);
        unsigned short d;
        asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned c = halves(i, 2);
        unsigned d;
        asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short c = plain_half(i, 2);
        unsigned short d;
        asm("fma.rn.ftz.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned c = plain_halves(i, 2);
        unsigned d;
        asm("fma.rn.ftz.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short c = half_of(i, 2);
        unsigned short d;
        asm("fma.rn.relu.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_relu_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned c = halves(i, 2);
        unsigned d;
        asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_relu_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short c = plain_half(i, 2);
        unsigned short d;
        asm("fma.rn.ftz.relu.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_ftz_relu_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned c = plain_halves(i, 2);
        unsigned d;
        asm("fma.rn.ftz.relu.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_ftz_relu_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("add.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("add.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("add.ftz.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("add.ftz.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
}

__global__ void half_3(unsigned *add_rn_sat_f16, unsigned *add_rn_sat_f16x2, float *add_rn_ftz_sat_f16, float *add_rn_ftz_sat_f16x2, unsigned *sub_sat_f16, unsigned *sub_sat_f16x2, float *sub_ftz_sat_f16, float *sub_ftz_sat_f16x2, unsigned *sub_rn_sat_f16, unsigned *sub_rn_sat_f16x2, float *sub_rn_ftz_sat_f16, float *sub_rn_ftz_sat_f16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("add.rn.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_rn_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("add.rn.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_rn_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("add.rn.ftz.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_rn_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("add.rn.ftz.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_rn_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("sub.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("sub.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("sub.ftz.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("sub.ftz.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("sub.rn.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_rn_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("sub.rn.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_rn_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("sub.rn.ftz.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_rn_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("sub.rn.ftz.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_rn_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
}

__global__ void half_4(unsigned *mul_sat_f16, unsigned *mul_sat_f16x2, float *mul_ftz_sat_f16, float *mul_ftz_sat_f16x2, unsigned *mul_rn_sat_f16, unsigned *mul_rn_sat_f16x2, float *mul_rn_ftz_sat_f16, float *mul_rn_ftz_sat_f16x2, unsigned *fma_rn_sat_f16, unsigned *fma_rn_sat_f16x2, float *fma_rn_ftz_sat_f16, float *fma_rn_ftz_sat_f16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("mul.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("mul.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("mul.ftz.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("mul.ftz.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("mul.rn.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_rn_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("mul.rn.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_rn_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("mul.rn.ftz.sat.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_rn_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("mul.rn.ftz.sat.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_rn_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short c = half_of(i, 2);
        unsigned short d;
        asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_sat_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned c = halves(i, 2);
        unsigned d;
        asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_sat_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short c = plain_half(i, 2);
        unsigned short d;
        asm("fma.rn.ftz.sat.f16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_ftz_sat_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned c = plain_halves(i, 2);
        unsigned d;
        asm("fma.rn.ftz.sat.f16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_ftz_sat_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
}

__global__ void half_5(unsigned *neg_f16, unsigned short *neg_bf16, unsigned *neg_f16x2, unsigned *neg_bf16x2, unsigned *abs_f16, unsigned short *abs_bf16, unsigned *abs_f16x2, unsigned *abs_bf16x2, unsigned *min_f16, unsigned *min_f16x2, float *min_ftz_f16, float *min_ftz_f16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("neg.f16 %0, %1;" : "=h"(d) : "h"(a));
        neg_f16[i] = bits(wide(d));
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short d;
        asm("neg.bf16 %0, %1;" : "=h"(d) : "h"(a));
        neg_bf16[i] = d;
    }
    {
        unsigned a = halves(i, 0);
        unsigned d;
        asm("neg.f16x2 %0, %1;" : "=r"(d) : "r"(a));
        neg_f16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned d;
        asm("neg.bf16x2 %0, %1;" : "=r"(d) : "r"(a));
        neg_bf16x2[i] = d;
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("abs.f16 %0, %1;" : "=h"(d) : "h"(a));
        abs_f16[i] = bits(wide(d));
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short d;
        asm("abs.bf16 %0, %1;" : "=h"(d) : "h"(a));
        abs_bf16[i] = d;
    }
    {
        unsigned a = halves(i, 0);
        unsigned d;
        asm("abs.f16x2 %0, %1;" : "=r"(d) : "r"(a));
        abs_f16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned d;
        asm("abs.bf16x2 %0, %1;" : "=r"(d) : "r"(a));
        abs_bf16x2[i] = d;
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("min.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        min_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("min.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        min_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("min.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        min_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("min.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        min_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
}

__global__ void half_6(unsigned *max_f16, unsigned *max_f16x2, float *max_ftz_f16, float *max_ftz_f16x2, float *ex2_approx_f16, float *ex2_approx_f16x2, float *tanh_approx_f16, float *tanh_approx_f16x2, unsigned short *fma_rn_bf16, unsigned *fma_rn_bf16x2, unsigned short *min_bf16, unsigned *min_bf16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = half_of(i, 0);
        unsigned short b = half_of(i, 1);
        unsigned short d;
        asm("max.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        max_f16[i] = bits(wide(d));
    }
    {
        unsigned a = halves(i, 0);
        unsigned b = halves(i, 1);
        unsigned d;
        asm("max.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        max_f16x2[i] = d;
    }
    {
        unsigned short a = plain_half(i, 0);
        unsigned short b = plain_half(i, 1);
        unsigned short d;
        asm("max.ftz.f16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        max_ftz_f16[i] = wide(d);
    }
    {
        unsigned a = plain_halves(i, 0);
        unsigned b = plain_halves(i, 1);
        unsigned d;
        asm("max.ftz.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        max_ftz_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("ex2.approx.f16 %0, %1;" : "=h"(d) : "h"(a));
        ex2_approx_f16[i] = wide(d);
    }
    {
        unsigned a = halves(i, 0);
        unsigned d;
        asm("ex2.approx.f16x2 %0, %1;" : "=r"(d) : "r"(a));
        ex2_approx_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("tanh.approx.f16 %0, %1;" : "=h"(d) : "h"(a));
        tanh_approx_f16[i] = wide(d);
    }
    {
        unsigned a = halves(i, 0);
        unsigned d;
        asm("tanh.approx.f16x2 %0, %1;" : "=r"(d) : "r"(a));
        tanh_approx_f16x2[i] = wide((unsigned short)d) + 3.0f * wide((unsigned short)(d >> 16));
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short c = brain_of(i, 2);
        unsigned short d;
        asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        fma_rn_bf16[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned c = brains(i, 2);
        unsigned d;
        asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fma_rn_bf16x2[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("min.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        min_bf16[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("min.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        min_bf16x2[i] = d;
    }
}

__global__ void half_7(unsigned short *max_bf16, unsigned *max_bf16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("max.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        max_bf16[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("max.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        max_bf16x2[i] = d;
    }
}
