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

__global__ void hopper_0(int *min_relu_s32, int *max_relu_s32, unsigned short *add_bf16, unsigned short *add_rn_bf16, unsigned short *sub_bf16, unsigned short *sub_rn_bf16, unsigned short *mul_bf16, unsigned short *mul_rn_bf16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("min.relu.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        min_relu_s32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("max.relu.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        max_relu_s32[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("add.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_bf16[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("add.rn.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_rn_bf16[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("sub.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_bf16[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("sub.rn.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_rn_bf16[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("mul.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_bf16[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short b = brain_of(i, 1);
        unsigned short d;
        asm("mul.rn.bf16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_rn_bf16[i] = d;
    }
}

__global__ void hopper_1(unsigned *add_bf16x2, unsigned *add_rn_bf16x2, unsigned *sub_bf16x2, unsigned *sub_rn_bf16x2, unsigned *mul_bf16x2, unsigned *mul_rn_bf16x2, float *ex2_approx_ftz_bf16, float *ex2_approx_ftz_bf16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("add.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_bf16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_rn_bf16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("sub.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_bf16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_rn_bf16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("mul.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_bf16x2[i] = d;
    }
    {
        unsigned a = brains(i, 0);
        unsigned b = brains(i, 1);
        unsigned d;
        asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_rn_bf16x2[i] = d;
    }
    {
        unsigned short a = brain_of(i, 0);
        unsigned short d;
        asm("ex2.approx.ftz.bf16 %0, %1;" : "=h"(d) : "h"(a));
        ex2_approx_ftz_bf16[i] = __uint_as_float((unsigned)d << 16);
    }
    {
        unsigned a = brains(i, 0);
        unsigned d;
        asm("ex2.approx.ftz.bf16x2 %0, %1;" : "=r"(d) : "r"(a));
        ex2_approx_ftz_bf16x2[i] = __uint_as_float(d << 16) + 3.0f * __uint_as_float(d & 0xffff0000u);
    }
}

__global__ void hopper_2(float *tanh_approx_bf16, float *tanh_approx_bf16x2, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = brain_of(i, 0);
        unsigned short d;
        asm("tanh.approx.bf16 %0, %1;" : "=h"(d) : "h"(a));
        tanh_approx_bf16[i] = __uint_as_float((unsigned)d << 16);
    }
    {
        unsigned a = brains(i, 0);
        unsigned d;
        asm("tanh.approx.bf16x2 %0, %1;" : "=r"(d) : "r"(a));
        tanh_approx_bf16x2[i] = __uint_as_float(d << 16) + 3.0f * __uint_as_float(d & 0xffff0000u);
    }
}

__global__ void __launch_bounds__(64) places(const unsigned *in, unsigned *leader, unsigned short *rows, int n) {
    __shared__ unsigned short s[2][32][8];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    unsigned lane, leads, address = (unsigned)__cvta_generic_to_shared(s[t / 32][t % 32]);
    unsigned v = in[i < n ? i : 0] * 40503u + i;
    asm volatile("{ .reg .pred p; elect.sync %0|p, 0xffffffff; selp.u32 %1, 100, 0, p; }" : "=r"(lane), "=r"(leads));
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address), "r"(v), "r"(v * 3), "r"(v * 5),
                 "r"(v * 7)
                 : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(address), "r"(v * 9) : "memory");
    __syncthreads();
    if (i < n) leader[i] = lane + leads;
    if (i < n) rows[i] = s[t / 32][t % 32][i % 7];
}
