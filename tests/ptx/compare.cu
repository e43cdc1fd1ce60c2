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

__global__ void compare_0(unsigned *setp_eq_s32, unsigned *setp_eq_u64, unsigned *setp_eq_s16, unsigned *setp_ne_s32, unsigned *setp_ne_u64, unsigned *setp_ne_s16, unsigned *setp_lt_s32, unsigned *setp_lt_u64, unsigned *setp_lt_s16, unsigned *setp_le_s32, unsigned *setp_le_u64, unsigned *setp_le_s16, unsigned *setp_gt_s32, unsigned *setp_gt_u64, unsigned *setp_gt_s16, unsigned *setp_ge_s32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.eq.s32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_eq_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.eq.u64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "l"(a), "l"(b));
        setp_eq_u64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.eq.s16 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "h"(a), "h"(b));
        setp_eq_s16[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.s32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_ne_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.u64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "l"(a), "l"(b));
        setp_ne_u64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.s16 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "h"(a), "h"(b));
        setp_ne_s16[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.lt.s32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_lt_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.lt.u64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "l"(a), "l"(b));
        setp_lt_u64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.lt.s16 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "h"(a), "h"(b));
        setp_lt_s16[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.le.s32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_le_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.le.u64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "l"(a), "l"(b));
        setp_le_u64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.le.s16 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "h"(a), "h"(b));
        setp_le_s16[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gt.s32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_gt_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gt.u64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "l"(a), "l"(b));
        setp_gt_u64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gt.s16 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "h"(a), "h"(b));
        setp_gt_s16[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ge.s32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_ge_s32[i] = d;
    }
}

__global__ void compare_1(unsigned *setp_ge_u64, unsigned *setp_ge_s16, unsigned *setp_lo_u32, unsigned *setp_ls_u32, unsigned *setp_hi_u32, unsigned *setp_hs_u32, unsigned *setp_eq_b32, unsigned *setp_ne_b32, unsigned *setp_eq_f32, unsigned *setp_eq_f64, unsigned *setp_ne_f32, unsigned *setp_ne_f64, unsigned *setp_lt_f32, unsigned *setp_lt_f64, unsigned *setp_le_f32, unsigned *setp_le_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ge.u64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "l"(a), "l"(b));
        setp_ge_u64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ge.s16 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "h"(a), "h"(b));
        setp_ge_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.lo.u32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_lo_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ls.u32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_ls_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.hi.u32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_hi_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.hs.u32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_hs_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.eq.b32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_eq_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.b32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        setp_ne_b32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.eq.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_eq_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.eq.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_eq_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_ne_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_ne_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.lt.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_lt_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.lt.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_lt_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.le.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_le_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.le.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_le_f64[i] = d;
    }
}

__global__ void compare_2(unsigned *setp_gt_f32, unsigned *setp_gt_f64, unsigned *setp_ge_f32, unsigned *setp_ge_f64, unsigned *setp_equ_f32, unsigned *setp_equ_f64, unsigned *setp_neu_f32, unsigned *setp_neu_f64, unsigned *setp_ltu_f32, unsigned *setp_ltu_f64, unsigned *setp_leu_f32, unsigned *setp_leu_f64, unsigned *setp_gtu_f32, unsigned *setp_gtu_f64, unsigned *setp_geu_f32, unsigned *setp_geu_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gt.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_gt_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gt.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_gt_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ge.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_ge_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ge.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_ge_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.equ.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_equ_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.equ.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_equ_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.neu.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_neu_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.neu.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_neu_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ltu.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_ltu_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ltu.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_ltu_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.leu.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_leu_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.leu.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_leu_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gtu.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_gtu_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.gtu.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_gtu_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.geu.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_geu_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.geu.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_geu_f64[i] = d;
    }
}

__global__ void compare_3(unsigned *setp_num_f32, unsigned *setp_num_f64, unsigned *setp_nan_f32, unsigned *setp_nan_f64, unsigned *setp_lt_and_s32, unsigned *setp_gt_and_f32, unsigned *setp_lt_or_s32, unsigned *setp_gt_or_f32, unsigned *setp_lt_xor_s32, unsigned *setp_gt_xor_f32, unsigned *setp_sink, unsigned *set_le_u32_s32, unsigned *set_le_u32_u64, unsigned *set_le_u32_f32, unsigned *set_gt_f32_s32, unsigned *set_lt_and_u32_s32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.num.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_num_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.num.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_num_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.nan.f32 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a), "f"(b));
        setp_nan_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.nan.f64 R, %1, %2; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a), "d"(b));
        setp_nan_f64[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred c, p, q; setp.ne.s32 c, %1, 1; setp.lt.and.s32 p|q, %1, %2, !c; selp.u32 %0, 2, 0, p; @q add.u32 %0, %0, 5; }" : "=r"(d) : "r"(a), "r"(b));
        setp_lt_and_s32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred c, p; setp.eq.f32 c, %1, 0f3F800000; setp.gt.and.ftz.f32 p, %1, %2, c; selp.u32 %0, 2, 7, p; }" : "=r"(d) : "f"(a), "f"(b));
        setp_gt_and_f32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred c, p, q; setp.ne.s32 c, %1, 1; setp.lt.or.s32 p|q, %1, %2, !c; selp.u32 %0, 2, 0, p; @q add.u32 %0, %0, 5; }" : "=r"(d) : "r"(a), "r"(b));
        setp_lt_or_s32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred c, p; setp.eq.f32 c, %1, 0f3F800000; setp.gt.or.ftz.f32 p, %1, %2, c; selp.u32 %0, 2, 7, p; }" : "=r"(d) : "f"(a), "f"(b));
        setp_gt_or_f32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred c, p, q; setp.ne.s32 c, %1, 1; setp.lt.xor.s32 p|q, %1, %2, !c; selp.u32 %0, 2, 0, p; @q add.u32 %0, %0, 5; }" : "=r"(d) : "r"(a), "r"(b));
        setp_lt_xor_s32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("{ .reg .pred c, p; setp.eq.f32 c, %1, 0f3F800000; setp.gt.xor.ftz.f32 p, %1, %2, c; selp.u32 %0, 2, 7, p; }" : "=r"(d) : "f"(a), "f"(b));
        setp_gt_xor_f32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred q; setp.lt.s32 _|q, %1, %2; selp.u32 %0, 2, 7, q; }" : "=r"(d) : "r"(a), "r"(b));
        setp_sink[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("set.le.u32.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        set_le_u32_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned d;
        asm("set.le.u32.u64 %0, %1, %2;" : "=r"(d) : "l"(a), "l"(b));
        set_le_u32_u64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("set.le.u32.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
        set_le_u32_f32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        float d;
        asm("set.gt.f32.s32 %0, %1, %2;" : "=f"(d) : "r"(a), "r"(b));
        set_gt_f32_s32[i] = bits(d);
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned d;
        asm("{ .reg .pred c; setp.ne.s32 c, %1, 1; set.lt.and.u32.s32 %0, %1, %2, c; }" : "=r"(d) : "r"(a), "r"(b));
        set_lt_and_u32_s32[i] = d;
    }
}
