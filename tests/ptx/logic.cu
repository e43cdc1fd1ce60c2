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
__device__ float single(unsigned i, unsigned which) {
    const float edges[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 1.5f, 2.5f, -0.75f, 1e30f, -3e9f, 1e-20f, 255.5f,
                           __int_as_float(0x7f800000), __int_as_float(0x7fffffff)};
    unsigned j = which == 0 ? i : which == 1 ? i / 14 : i / 5 + which;
    if (i < 392) return edges[j % 14];
    unsigned x = word(i, which);
    return (int)(x >> 8) * __int_as_float(((x & 15) + 100) << 23) - (which ? 1.25f : 0.75f);
}
__device__ double twofold(unsigned i, unsigned which) {
    return i < 392 ? (double)single(i, which) : (double)single(i, which) + 1e-9 * (double)single(i + 3, which);
}
__device__ unsigned bits(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
__device__ unsigned long long bits(double x) {
    return x != x ? 0x7fffffffffffffffull : (unsigned long long)__double_as_longlong(x);
}

__global__ void logic_0(unsigned *lop3_b32, unsigned *lop3_b32_2, unsigned *lop3_b32_3, unsigned *lop3_b32_4, unsigned *lop3_b32_5, unsigned *lop3_b32_6, unsigned *lop3_b32_7, unsigned *lop3_b32_8, unsigned *lop3_b32_9, unsigned *lop3_b32_10, unsigned *lop3_b32_11, unsigned *lop3_b32_12, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0xea;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_4[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x0;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_5[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0xff;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_6[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x6c;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_7[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x1b;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_8[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x35;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_9[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x80;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_10[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0xfe;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_11[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("lop3.b32 %0, %1, %2, %3, 0x17;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        lop3_b32_12[i] = d;
    }
}

__global__ void logic_1(unsigned *prmt_b32, unsigned *prmt_b32_2, unsigned *prmt_b32_3, unsigned *bfe_u32, unsigned *bfi_b32, unsigned *bfe_u32_2, unsigned *bfi_b32_2, unsigned *bfe_u32_3, unsigned *bfi_b32_3, unsigned *bfe_u32_4, unsigned *bfi_b32_4, unsigned *bfe_u32_5, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        prmt_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("prmt.b32 %0, %1, %2, 0x5140;" : "=r"(d) : "r"(a), "r"(b));
        prmt_b32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("prmt.b32 %0, %1, %2, 0xba98;" : "=r"(d) : "r"(a), "r"(b));
        prmt_b32_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 0, 8;" : "=r"(d) : "r"(a));
        bfe_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 0, 8;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 8, 12;" : "=r"(d) : "r"(a));
        bfe_u32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 8, 12;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 24, 8;" : "=r"(d) : "r"(a));
        bfe_u32_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 24, 8;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 24, 16;" : "=r"(d) : "r"(a));
        bfe_u32_4[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 24, 16;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32_4[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 40, 4;" : "=r"(d) : "r"(a));
        bfe_u32_5[i] = d;
    }
}

__global__ void logic_2(unsigned *bfi_b32, unsigned *bfe_u32, unsigned *bfi_b32_2, unsigned *bfe_u32_2, unsigned *bfi_b32_3, int *bfe_s32, unsigned short *shl_b16, unsigned short *shl_b16_2, unsigned short *shl_b16_3, unsigned *shl_b32, unsigned *shl_b32_2, unsigned *shl_b32_3, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 40, 4;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 3, 0;" : "=r"(d) : "r"(a));
        bfe_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 3, 0;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfe.u32 %0, %1, 0, 32;" : "=r"(d) : "r"(a));
        bfe_u32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, 0, 32;" : "=r"(d) : "r"(a), "r"(b));
        bfi_b32_3[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int d;
        asm("bfe.s32 %0, %1, 4, 8;" : "=r"(d) : "r"(a));
        bfe_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned b = word(i, 1);
        unsigned short d;
        asm("shl.b16 %0, %1, %2;" : "=h"(d) : "h"(a), "r"(b));
        shl_b16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("shl.b16 %0, %1, 7;" : "=h"(d) : "h"(a));
        shl_b16_2[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("shl.b16 %0, %1, 77;" : "=h"(d) : "h"(a));
        shl_b16_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        shl_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("shl.b32 %0, %1, 7;" : "=r"(d) : "r"(a));
        shl_b32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("shl.b32 %0, %1, 77;" : "=r"(d) : "r"(a));
        shl_b32_3[i] = d;
    }
}

__global__ void logic_3(unsigned long long *shl_b64, unsigned long long *shl_b64_2, unsigned long long *shl_b64_3, unsigned short *shr_u16, unsigned short *shr_u16_2, unsigned short *shr_u16_3, short *shr_s16, short *shr_s16_2, short *shr_s16_3, unsigned *shr_u32, unsigned *shr_u32_2, unsigned *shr_u32_3, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned long long a = twin(i, 0);
        unsigned b = word(i, 1);
        unsigned long long d;
        asm("shl.b64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(b));
        shl_b64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("shl.b64 %0, %1, 7;" : "=l"(d) : "l"(a));
        shl_b64_2[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("shl.b64 %0, %1, 77;" : "=l"(d) : "l"(a));
        shl_b64_3[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned b = word(i, 1);
        unsigned short d;
        asm("shr.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "r"(b));
        shr_u16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("shr.u16 %0, %1, 5;" : "=h"(d) : "h"(a));
        shr_u16_2[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("shr.u16 %0, %1, 99;" : "=h"(d) : "h"(a));
        shr_u16_3[i] = d;
    }
    {
        short a = (short)word(i, 0);
        unsigned b = word(i, 1);
        short d;
        asm("shr.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "r"(b));
        shr_s16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short d;
        asm("shr.s16 %0, %1, 5;" : "=h"(d) : "h"(a));
        shr_s16_2[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short d;
        asm("shr.s16 %0, %1, 99;" : "=h"(d) : "h"(a));
        shr_s16_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("shr.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        shr_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("shr.u32 %0, %1, 5;" : "=r"(d) : "r"(a));
        shr_u32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("shr.u32 %0, %1, 99;" : "=r"(d) : "r"(a));
        shr_u32_3[i] = d;
    }
}

__global__ void logic_4(int *shr_s32, int *shr_s32_2, int *shr_s32_3, unsigned long long *shr_u64, unsigned long long *shr_u64_2, unsigned long long *shr_u64_3, long long *shr_s64, long long *shr_s64_2, long long *shr_s64_3, unsigned *shr_b32, unsigned *shr_b32_2, unsigned *shr_b32_3, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        unsigned b = word(i, 1);
        int d;
        asm("shr.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        shr_s32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int d;
        asm("shr.s32 %0, %1, 5;" : "=r"(d) : "r"(a));
        shr_s32_2[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int d;
        asm("shr.s32 %0, %1, 99;" : "=r"(d) : "r"(a));
        shr_s32_3[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned b = word(i, 1);
        unsigned long long d;
        asm("shr.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(b));
        shr_u64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("shr.u64 %0, %1, 5;" : "=l"(d) : "l"(a));
        shr_u64_2[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("shr.u64 %0, %1, 99;" : "=l"(d) : "l"(a));
        shr_u64_3[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned b = word(i, 1);
        long long d;
        asm("shr.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "r"(b));
        shr_s64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long d;
        asm("shr.s64 %0, %1, 5;" : "=l"(d) : "l"(a));
        shr_s64_2[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long d;
        asm("shr.s64 %0, %1, 99;" : "=l"(d) : "l"(a));
        shr_s64_3[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("shr.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        shr_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("shr.b32 %0, %1, 5;" : "=r"(d) : "r"(a));
        shr_b32_2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("shr.b32 %0, %1, 99;" : "=r"(d) : "r"(a));
        shr_b32_3[i] = d;
    }
}

__global__ void logic_5(unsigned long long *mov_pack, unsigned long long *mov_pack4, unsigned *mov_pack2, unsigned *mov_unpack, unsigned *mov_unpack2, unsigned *mov_float, unsigned *mov_bits, unsigned *mov_literal, unsigned long long *mov_double, unsigned long long *add_cc_u32, unsigned long long *sub_cc_u32, unsigned long long *mad_lo_cc_u32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned long long d;
        asm("mov.b64 %0, {%1, %2};" : "=l"(d) : "r"(a), "r"(b));
        mov_pack[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short c = (unsigned short)word(i, 2);
        unsigned short e = (unsigned short)word(i, 3);
        unsigned long long d;
        asm("mov.b64 %0, {%1, %2, %3, %4};" : "=l"(d) : "h"(a), "h"(b), "h"(c), "h"(e));
        mov_pack4[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned d;
        asm("mov.b32 %0, {%1, %2};" : "=r"(d) : "h"(a), "h"(b));
        mov_pack2[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("{ .reg .b32 lo, hi; mov.b64 {lo, hi}, %1; sub.u32 %0, hi, lo; }" : "=r"(d) : "l"(a));
        mov_unpack[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }" : "=r"(d) : "r"(a));
        mov_unpack2[i] = d;
    }
    {
        unsigned a = word(i, 0);
        float d;
        asm("mov.b32 %0, %1;" : "=f"(d) : "r"(a));
        mov_float[i] = bits(d);
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("mov.b32 %0, %1;" : "=r"(d) : "f"(a));
        mov_bits[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("{ .reg .f32 k; mov.f32 k, 0f3FC00000; add.rn.f32 %0, %1, k; }" : "=f"(d) : "f"(a));
        mov_literal[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("add.f64 %0, %1, 0d4008000000000000;" : "=d"(d) : "d"(a));
        mov_double[i] = bits(d);
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("{ .reg .u32 a0, a1, b0, b1, c0, c1; mov.b64 {a0, a1}, %1; mov.b64 {b0, b1}, %2; add.cc.u32 c0, a0, b0; addc.u32 c1, a1, b1; mov.b64 %0, {c0, c1}; }" : "=l"(d) : "l"(a), "l"(b));
        add_cc_u32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("{ .reg .u32 a0, a1, b0, b1, c0, c1; mov.b64 {a0, a1}, %1; mov.b64 {b0, b1}, %2; sub.cc.u32 c0, a0, b0; subc.u32 c1, a1, b1; mov.b64 %0, {c0, c1}; }" : "=l"(d) : "l"(a), "l"(b));
        sub_cc_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("{ .reg .u32 c0, c1, d0, d1; mov.b64 {c0, c1}, %3; mad.lo.cc.u32 d0, %1, %2, c0; madc.hi.u32 d1, %1, %2, c1; mov.b64 %0, {d0, d1}; }" : "=l"(d) : "r"(a), "r"(b), "l"(c));
        mad_lo_cc_u32[i] = d;
    }
}

__global__ void logic_6(unsigned *madc_hi_cc_u32, unsigned long long *add_cc_u64, unsigned long long *sub_cc_u64, int *vadd_s32_u32_s32_sat, unsigned *vadd_u32_u32_u32_add, int *vadd_s32_s32_s32_max, unsigned *vadd2_u32_u32_u32_add, int *vadd2_s32_s32_s32_sat, unsigned *vadd4_u32_u32_u32_add, int *vadd4_s32_s32_s32_sat, unsigned *vadd4_u32_u32_u32, int *vsub_s32_u32_s32_sat, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned d;
        asm("{ .reg .u32 c0, c1, d0, d1; mov.b64 {c0, c1}, %3; mad.lo.cc.u32 d0, %1, %2, c0; madc.hi.cc.u32 d1, %1, %2, c1; addc.cc.u32 d0, d0, d1; addc.u32 %0, d0, 0; }" : "=r"(d) : "r"(a), "r"(b), "l"(c));
        madc_hi_cc_u32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("{ .reg .u64 t, h; add.cc.u64 t, %1, %2; addc.u64 h, %1, 0; xor.b64 %0, t, h; }" : "=l"(d) : "l"(a), "l"(b));
        add_cc_u64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("{ .reg .u64 t, h; sub.cc.u64 t, %1, %2; subc.cc.u64 h, %2, t; subc.u64 h, h, 3; xor.b64 %0, t, h; }" : "=l"(d) : "l"(a), "l"(b));
        sub_cc_u64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("vadd.s32.u32.s32.sat %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vadd_s32_u32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vadd.u32.u32.u32.add %0, %1.b0, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vadd.s32.s32.s32.max %0, %1.b3, %2.b1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd_s32_s32_s32_max[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vadd2.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd2_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vadd2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd2_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vadd4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd4_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vadd4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd4_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vadd4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vadd4_u32_u32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("vsub.s32.u32.s32.sat %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vsub_s32_u32_s32_sat[i] = d;
    }
}

__global__ void logic_7(unsigned *vsub_u32_u32_u32_add, int *vsub_s32_s32_s32_max, unsigned *vsub2_u32_u32_u32_add, int *vsub2_s32_s32_s32_sat, unsigned *vsub4_u32_u32_u32_add, int *vsub4_s32_s32_s32_sat, unsigned *vsub4_u32_u32_u32, int *vabsdiff_s32_s32_s32, unsigned *vabsdiff_u32_u32_u32_add, int *vabsdiff_s32_s32_s32_max, unsigned *vabsdiff2_u32_u32_u32_add, int *vabsdiff2_s32_s32_s32_sat, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vsub.u32.u32.u32.add %0, %1.b0, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vsub.s32.s32.s32.max %0, %1.b3, %2.b1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub_s32_s32_s32_max[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vsub2.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub2_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vsub2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub2_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vsub4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub4_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vsub4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub4_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vsub4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vsub4_u32_u32_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("vabsdiff.s32.s32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vabsdiff_s32_s32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vabsdiff.u32.u32.u32.add %0, %1.b0, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vabsdiff.s32.s32.s32.max %0, %1.b3, %2.b1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff_s32_s32_s32_max[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vabsdiff2.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff2_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vabsdiff2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff2_s32_s32_s32_sat[i] = d;
    }
}

__global__ void logic_8(unsigned *vabsdiff4_u32_u32_u32_add, int *vabsdiff4_s32_s32_s32_sat, unsigned *vabsdiff4_u32_u32_u32, int *vmin_s32_s32_s32, unsigned *vmin_u32_u32_u32_add, int *vmin_s32_s32_s32_max, unsigned *vmin2_u32_u32_u32_add, int *vmin2_s32_s32_s32_sat, unsigned *vmin4_u32_u32_u32_add, int *vmin4_s32_s32_s32_sat, unsigned *vmin4_u32_u32_u32, int *vmax_s32_s32_s32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff4_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vabsdiff4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff4_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vabsdiff4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vabsdiff4_u32_u32_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("vmin.s32.s32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vmin_s32_s32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmin.u32.u32.u32.add %0, %1.b0, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vmin.s32.s32.s32.max %0, %1.b3, %2.b1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin_s32_s32_s32_max[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmin2.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin2_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vmin2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin2_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmin4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin4_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vmin4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin4_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmin4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmin4_u32_u32_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("vmax.s32.s32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vmax_s32_s32_s32[i] = d;
    }
}

__global__ void logic_9(unsigned *vmax_u32_u32_u32_add, int *vmax_s32_s32_s32_max, unsigned *vmax2_u32_u32_u32_add, int *vmax2_s32_s32_s32_sat, unsigned *vmax4_u32_u32_u32_add, int *vmax4_s32_s32_s32_sat, unsigned *vmax4_u32_u32_u32, unsigned *vavrg4_u32_u32_u32, int *vavrg2_s32_s32_s32, unsigned *vshr_u32_u32_u32_clamp_add, unsigned *vshl_u32_u32_u32_wrap, unsigned *vshl_u32_u32_u32_clamp, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmax.u32.u32.u32.add %0, %1.b0, %2.h1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vmax.s32.s32.s32.max %0, %1.b3, %2.b1, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax_s32_s32_s32_max[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmax2.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax2_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vmax2.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax2_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmax4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax4_u32_u32_u32_add[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vmax4.s32.s32.s32.sat %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax4_s32_s32_s32_sat[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vmax4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vmax4_u32_u32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vavrg4.u32.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vavrg4_u32_u32_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("vavrg2.s32.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vavrg2_s32_s32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("vshr.u32.u32.u32.clamp.add %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        vshr_u32_u32_u32_clamp_add[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("vshl.u32.u32.u32.wrap %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vshl_u32_u32_u32_wrap[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("vshl.u32.u32.u32.clamp %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vshl_u32_u32_u32_clamp[i] = d;
    }
}

__global__ void logic_10(int *vshr_s32_s32_u32_clamp, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        unsigned b = word(i, 1);
        int d;
        asm("vshr.s32.s32.u32.clamp %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        vshr_s32_s32_u32_clamp[i] = d;
    }
}

__global__ void logic_11(unsigned *f4e, unsigned *b4e, unsigned *rc8, unsigned *ecl, unsigned *ecr, unsigned *rc16, unsigned *known, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned a = word(i, 0), b = word(i, 1), c = word(i, 2);
    asm("prmt.b32.f4e %0, %1, %2, %3;" : "=r"(f4e[i]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.b4e %0, %1, %2, %3;" : "=r"(b4e[i]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.rc8 %0, %1, %2, %3;" : "=r"(rc8[i]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.ecl %0, %1, %2, %3;" : "=r"(ecl[i]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.ecr %0, %1, %2, %3;" : "=r"(ecr[i]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.rc16 %0, %1, %2, %3;" : "=r"(rc16[i]) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32.b4e %0, %1, %2, 3;" : "=r"(known[i]) : "r"(a), "r"(b));
}
