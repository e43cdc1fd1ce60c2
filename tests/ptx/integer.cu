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

__global__ void integer_0(unsigned short *add_u16, unsigned short *add_s16, unsigned *add_u32, unsigned *add_s32, unsigned long long *add_u64, unsigned long long *add_s64, int *add_sat_s32, unsigned short *sub_u16, unsigned short *sub_s16, unsigned *sub_u32, unsigned *sub_s32, unsigned long long *sub_u64, unsigned long long *sub_s64, int *sub_sat_s32, unsigned short *mul_lo_u16, unsigned short *mul_lo_s16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("add.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_u16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("add.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        add_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("add.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("add.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        add_u64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("add.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        add_s64[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("add.sat.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        add_sat_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("sub.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_u16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("sub.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        sub_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("sub.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("sub.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("sub.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        sub_u64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("sub.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        sub_s64[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("sub.sat.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        sub_sat_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("mul.lo.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_lo_u16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("mul.lo.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_lo_s16[i] = d;
    }
}

__global__ void integer_1(unsigned *mul_lo_u32, unsigned *mul_lo_s32, unsigned long long *mul_lo_u64, unsigned long long *mul_lo_s64, unsigned short *mul_hi_u16, short *mul_hi_s16, unsigned *mul_hi_u32, int *mul_hi_s32, unsigned long long *mul_hi_u64, long long *mul_hi_s64, unsigned *mul_wide_u16, int *mul_wide_s16, unsigned long long *mul_wide_u32, long long *mul_wide_s32, unsigned short *mad_lo_u16, unsigned short *mad_lo_s16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("mul.lo.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_lo_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("mul.lo.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_lo_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("mul.lo.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        mul_lo_u64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("mul.lo.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        mul_lo_s64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("mul.hi.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_hi_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        short d;
        asm("mul.hi.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        mul_hi_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("mul.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_hi_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("mul.hi.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul_hi_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("mul.hi.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        mul_hi_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        long long d;
        asm("mul.hi.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        mul_hi_s64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned d;
        asm("mul.wide.u16 %0, %1, %2;" : "=r"(d) : "h"(a), "h"(b));
        mul_wide_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        int d;
        asm("mul.wide.s16 %0, %1, %2;" : "=r"(d) : "h"(a), "h"(b));
        mul_wide_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned long long d;
        asm("mul.wide.u32 %0, %1, %2;" : "=l"(d) : "r"(a), "r"(b));
        mul_wide_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        long long d;
        asm("mul.wide.s32 %0, %1, %2;" : "=l"(d) : "r"(a), "r"(b));
        mul_wide_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short c = (unsigned short)word(i, 2);
        unsigned short d;
        asm("mad.lo.u16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        mad_lo_u16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short c = (unsigned short)word(i, 2);
        unsigned short d;
        asm("mad.lo.s16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        mad_lo_s16[i] = d;
    }
}

__global__ void integer_2(unsigned *mad_lo_u32, unsigned *mad_lo_s32, unsigned long long *mad_lo_u64, unsigned long long *mad_lo_s64, unsigned *mad_hi_u32, unsigned *mad_hi_s32, unsigned short *mad_hi_u16, short *mad_hi_s16, unsigned long long *mad_hi_u64, unsigned long long *mad_hi_s64, unsigned *mad_wide_u16, unsigned *mad_wide_s16, unsigned long long *mad_wide_u32, unsigned long long *mad_wide_s32, unsigned *mul24_lo_u32, int *mul24_lo_s32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad_lo_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad.lo.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad_lo_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("mad.lo.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c));
        mad_lo_u64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("mad.lo.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c));
        mad_lo_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad_hi_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad.hi.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad_hi_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short c = (unsigned short)word(i, 2);
        unsigned short d;
        asm("mad.hi.u16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        mad_hi_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        short c = (short)word(i, 2);
        short d;
        asm("mad.hi.s16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        mad_hi_s16[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("mad.hi.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c));
        mad_hi_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("mad.hi.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c));
        mad_hi_s64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad.wide.u16 %0, %1, %2, %3;" : "=r"(d) : "h"(a), "h"(b), "r"(c));
        mad_wide_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad.wide.s16 %0, %1, %2, %3;" : "=r"(d) : "h"(a), "h"(b), "r"(c));
        mad_wide_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(c));
        mad_wide_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("mad.wide.s32 %0, %1, %2, %3;" : "=l"(d) : "r"(a), "r"(b), "l"(c));
        mad_wide_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("mul24.lo.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul24_lo_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("mul24.lo.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul24_lo_s32[i] = d;
    }
}

__global__ void integer_3(unsigned *mul24_hi_u32, int *mul24_hi_s32, unsigned *mad24_lo_u32, unsigned *mad24_lo_s32, unsigned *mad24_hi_u32, unsigned *mad24_hi_s32, unsigned *sad_u32, unsigned *sad_s32, unsigned short *sad_u16, short *sad_s16, unsigned long long *sad_u64, unsigned long long *sad_s64, unsigned short *div_u16, short *div_s16, unsigned *div_u32, int *div_s32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("mul24.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul24_hi_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        int d;
        asm("mul24.hi.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        mul24_hi_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad24.lo.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad24_lo_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad24.lo.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad24_lo_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad24.hi.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad24_hi_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("mad24.hi.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        mad24_hi_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("sad.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        sad_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("sad.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        sad_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short c = (unsigned short)word(i, 2);
        unsigned short d;
        asm("sad.u16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        sad_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        short c = (short)word(i, 2);
        short d;
        asm("sad.s16 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "h"(c));
        sad_s16[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("sad.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c));
        sad_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        unsigned long long c = twin(i, 2);
        unsigned long long d;
        asm("sad.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "l"(c));
        sad_s64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        if (b == 0 || b == (unsigned short)-1) b = 3;
        unsigned short d;
        asm("div.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        div_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        if (b == 0 || b == (short)-1) b = 3;
        short d;
        asm("div.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        div_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        if (b == 0 || b == (unsigned)-1) b = 3;
        unsigned d;
        asm("div.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        div_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        if (b == 0 || b == (int)-1) b = 3;
        int d;
        asm("div.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        div_s32[i] = d;
    }
}

__global__ void integer_4(unsigned long long *div_u64, long long *div_s64, unsigned short *rem_u16, short *rem_s16, unsigned *rem_u32, int *rem_s32, unsigned long long *rem_u64, long long *rem_s64, short *abs_s16, unsigned *abs_s32, unsigned long long *abs_s64, unsigned short *neg_s16, unsigned *neg_s32, unsigned long long *neg_s64, int *min_s32, unsigned *min_u32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        if (b == 0 || b == (unsigned long long)-1) b = 3;
        unsigned long long d;
        asm("div.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        div_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        if (b == 0 || b == (long long)-1) b = 3;
        long long d;
        asm("div.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        div_s64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        if (b == 0 || b == (unsigned short)-1) b = 3;
        unsigned short d;
        asm("rem.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        rem_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        if (b == 0 || b == (short)-1) b = 3;
        short d;
        asm("rem.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        rem_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        if (b == 0 || b == (unsigned)-1) b = 3;
        unsigned d;
        asm("rem.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        rem_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        if (b == 0 || b == (int)-1) b = 3;
        int d;
        asm("rem.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        rem_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        if (b == 0 || b == (unsigned long long)-1) b = 3;
        unsigned long long d;
        asm("rem.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        rem_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        if (b == 0 || b == (long long)-1) b = 3;
        long long d;
        asm("rem.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        rem_s64[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short d;
        asm("abs.s16 %0, %1;" : "=h"(d) : "h"(a));
        abs_s16[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("abs.s32 %0, %1;" : "=r"(d) : "r"(a));
        abs_s32[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned long long d;
        asm("abs.s64 %0, %1;" : "=l"(d) : "l"(a));
        abs_s64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("neg.s16 %0, %1;" : "=h"(d) : "h"(a));
        neg_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("neg.s32 %0, %1;" : "=r"(d) : "r"(a));
        neg_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("neg.s64 %0, %1;" : "=l"(d) : "l"(a));
        neg_s64[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("min.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        min_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("min.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        min_u32[i] = d;
    }
}

__global__ void integer_5(unsigned short *min_u16, short *min_s16, unsigned long long *min_u64, long long *min_s64, int *max_s32, unsigned *max_u32, unsigned short *max_u16, short *max_s16, unsigned long long *max_u64, long long *max_s64, unsigned *popc_b32, unsigned *popc_b64, unsigned *clz_b32, unsigned *clz_b64, unsigned *brev_b32, unsigned long long *brev_b64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("min.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        min_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        short d;
        asm("min.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        min_s16[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("min.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        min_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        long long d;
        asm("min.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        min_s64[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int d;
        asm("max.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        max_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("max.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        max_u32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("max.u16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        max_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        short d;
        asm("max.s16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        max_s16[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("max.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        max_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        long long d;
        asm("max.s64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        max_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("popc.b32 %0, %1;" : "=r"(d) : "r"(a));
        popc_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("popc.b64 %0, %1;" : "=r"(d) : "l"(a));
        popc_b64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("clz.b32 %0, %1;" : "=r"(d) : "r"(a));
        clz_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("clz.b64 %0, %1;" : "=r"(d) : "l"(a));
        clz_b64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("brev.b32 %0, %1;" : "=r"(d) : "r"(a));
        brev_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("brev.b64 %0, %1;" : "=l"(d) : "l"(a));
        brev_b64[i] = d;
    }
}

__global__ void integer_6(unsigned *bfind_u32, unsigned *bfind_s32, unsigned *bfind_u64, unsigned *bfind_s64, unsigned *bfind_shiftamt_u32, unsigned *bfind_shiftamt_s32, unsigned *bfind_shiftamt_u64, unsigned *bfind_shiftamt_s64, unsigned *fns_b32, unsigned *szext_wrap_u32, int *szext_wrap_s32, unsigned *szext_clamp_u32, int *szext_clamp_s32, unsigned *bmsk_wrap_b32, unsigned *bmsk_clamp_b32, unsigned *bfe_u32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfind.u32 %0, %1;" : "=r"(d) : "r"(a));
        bfind_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("bfind.s32 %0, %1;" : "=r"(d) : "r"(a));
        bfind_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("bfind.u64 %0, %1;" : "=r"(d) : "l"(a));
        bfind_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned d;
        asm("bfind.s64 %0, %1;" : "=r"(d) : "l"(a));
        bfind_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("bfind.shiftamt.u32 %0, %1;" : "=r"(d) : "r"(a));
        bfind_shiftamt_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("bfind.shiftamt.s32 %0, %1;" : "=r"(d) : "r"(a));
        bfind_shiftamt_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("bfind.shiftamt.u64 %0, %1;" : "=r"(d) : "l"(a));
        bfind_shiftamt_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned d;
        asm("bfind.shiftamt.s64 %0, %1;" : "=r"(d) : "l"(a));
        bfind_shiftamt_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        int c = (int)(word(i, 2) % 67) - 33;
        unsigned d;
        asm("fns.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        fns_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("szext.wrap.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        szext_wrap_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned b = word(i, 1);
        int d;
        asm("szext.wrap.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        szext_wrap_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("szext.clamp.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        szext_clamp_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned b = word(i, 1);
        int d;
        asm("szext.clamp.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        szext_clamp_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        bmsk_wrap_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        bmsk_clamp_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        bfe_u32[i] = d;
    }
}

__global__ void integer_7(int *bfe_s32, unsigned long long *bfe_u64, long long *bfe_s64, unsigned *bfi_b32, unsigned long long *bfi_b64, unsigned *shf_l_wrap_b32, unsigned *shf_l_clamp_b32, unsigned *shf_r_wrap_b32, unsigned *shf_r_clamp_b32, unsigned *dp4a_u32_u32, unsigned *dp4a_u32_s32, unsigned *dp4a_s32_u32, unsigned *dp4a_s32_s32, unsigned *dp2a_lo_u32_u32, unsigned *dp2a_lo_u32_s32, unsigned *dp2a_lo_s32_u32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        int d;
        asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        bfe_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned long long d;
        asm("bfe.u64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(b), "r"(c));
        bfe_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        long long d;
        asm("bfe.s64 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "r"(b), "r"(c));
        bfe_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned e = word(i, 3);
        unsigned d;
        asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(a), "r"(b), "r"(c), "r"(e));
        bfi_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned c = word(i, 2);
        unsigned e = word(i, 3);
        unsigned long long d;
        asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(d) : "l"(a), "l"(b), "r"(c), "r"(e));
        bfi_b64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        shf_l_wrap_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        shf_l_clamp_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        shf_r_wrap_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        shf_r_clamp_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp4a_u32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp4a_u32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp4a.s32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp4a_s32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp4a_s32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_lo_u32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.lo.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_lo_u32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.lo.s32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_lo_s32_u32[i] = d;
    }
}

__global__ void integer_8(unsigned *dp2a_lo_s32_s32, unsigned *dp2a_hi_u32_u32, unsigned *dp2a_hi_u32_s32, unsigned *dp2a_hi_s32_u32, unsigned *dp2a_hi_s32_s32, unsigned short *and_b16, unsigned *and_b32, unsigned long long *and_b64, unsigned short *or_b16, unsigned *or_b32, unsigned long long *or_b64, unsigned short *xor_b16, unsigned *xor_b32, unsigned long long *xor_b64, unsigned short *not_b16, unsigned *not_b32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.lo.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_lo_s32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.hi.u32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_hi_u32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.hi.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_hi_u32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.hi.s32.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_hi_s32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2);
        unsigned d;
        asm("dp2a.hi.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        dp2a_hi_s32_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("and.b16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        and_b16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("and.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        and_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("and.b64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        and_b64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("or.b16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        or_b16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("or.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        or_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("or.b64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        or_b64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned short d;
        asm("xor.b16 %0, %1, %2;" : "=h"(d) : "h"(a), "h"(b));
        xor_b16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned d;
        asm("xor.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
        xor_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned long long d;
        asm("xor.b64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b));
        xor_b64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("not.b16 %0, %1;" : "=h"(d) : "h"(a));
        not_b16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("not.b32 %0, %1;" : "=r"(d) : "r"(a));
        not_b32[i] = d;
    }
}

__global__ void integer_9(unsigned long long *not_b64, unsigned short *cnot_b16, unsigned *cnot_b32, unsigned long long *cnot_b64, unsigned *and_pred, unsigned *or_pred, unsigned *xor_pred, unsigned *not_pred, unsigned short *selp_b16, unsigned short *selp_u16, short *selp_s16, unsigned *selp_b32, unsigned *selp_u32, int *selp_s32, unsigned long long *selp_b64, unsigned long long *selp_u64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("not.b64 %0, %1;" : "=l"(d) : "l"(a));
        not_b64[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("cnot.b16 %0, %1;" : "=h"(d) : "h"(a));
        cnot_b16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("cnot.b32 %0, %1;" : "=r"(d) : "r"(a));
        cnot_b32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long d;
        asm("cnot.b64 %0, %1;" : "=l"(d) : "l"(a));
        cnot_b64[i] = d;
    }
    {
        unsigned a = word(i, 0) & 1;
        unsigned b = word(i, 1) & 1;
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.u32 P, %1, 0; setp.ne.u32 Q, %2, 0; and.pred R, P, Q; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        and_pred[i] = d;
    }
    {
        unsigned a = word(i, 0) & 1;
        unsigned b = word(i, 1) & 1;
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.u32 P, %1, 0; setp.ne.u32 Q, %2, 0; or.pred R, P, Q; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        or_pred[i] = d;
    }
    {
        unsigned a = word(i, 0) & 1;
        unsigned b = word(i, 1) & 1;
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.u32 P, %1, 0; setp.ne.u32 Q, %2, 0; xor.pred R, P, Q; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a), "r"(b));
        xor_pred[i] = d;
    }
    {
        unsigned a = word(i, 0) & 1;
        unsigned d;
        asm("{ .reg .pred P, Q, R; setp.ne.u32 P, %1, 0; not.pred R, P; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "r"(a));
        not_pred[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned c = word(i, 2) & 1;
        unsigned short d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.b16 %0, %1, %2, P; }" : "=h"(d) : "h"(a), "h"(b), "r"(c));
        selp_b16[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        unsigned c = word(i, 2) & 1;
        unsigned short d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.u16 %0, %1, %2, P; }" : "=h"(d) : "h"(a), "h"(b), "r"(c));
        selp_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        unsigned c = word(i, 2) & 1;
        short d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.s16 %0, %1, %2, P; }" : "=h"(d) : "h"(a), "h"(b), "r"(c));
        selp_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2) & 1;
        unsigned d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.b32 %0, %1, %2, P; }" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        selp_b32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        unsigned c = word(i, 2) & 1;
        unsigned d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.u32 %0, %1, %2, P; }" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        selp_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        unsigned c = word(i, 2) & 1;
        int d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.s32 %0, %1, %2, P; }" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        selp_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned c = word(i, 2) & 1;
        unsigned long long d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.b64 %0, %1, %2, P; }" : "=l"(d) : "l"(a), "l"(b), "r"(c));
        selp_b64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        unsigned c = word(i, 2) & 1;
        unsigned long long d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.u64 %0, %1, %2, P; }" : "=l"(d) : "l"(a), "l"(b), "r"(c));
        selp_u64[i] = d;
    }
}

__global__ void integer_10(long long *selp_s64, unsigned *selp_f32, unsigned long long *selp_f64, unsigned short *slct_b16_s32, unsigned short *slct_u16_s32, short *slct_s16_s32, unsigned *slct_b32_s32, unsigned *slct_u32_s32, int *slct_s32_s32, unsigned long long *slct_b64_s32, unsigned long long *slct_u64_s32, long long *slct_s64_s32, unsigned *slct_f32_s32, unsigned long long *slct_f64_s32, unsigned short *slct_b16_f32, unsigned short *slct_u16_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        unsigned c = word(i, 2) & 1;
        long long d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.s64 %0, %1, %2, P; }" : "=l"(d) : "l"(a), "l"(b), "r"(c));
        selp_s64[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned c = word(i, 2) & 1;
        float d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.f32 %0, %1, %2, P; }" : "=f"(d) : "f"(a), "f"(b), "r"(c));
        selp_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        unsigned c = word(i, 2) & 1;
        double d;
        asm("{ .reg .pred P, Q; setp.ne.u32 P, %3, 0; selp.f64 %0, %1, %2, P; }" : "=d"(d) : "d"(a), "d"(b), "r"(c));
        selp_f64[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        int c = (int)word(i, 2);
        unsigned short d;
        asm("slct.b16.s32 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "r"(c));
        slct_b16_s32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        int c = (int)word(i, 2);
        unsigned short d;
        asm("slct.u16.s32 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "r"(c));
        slct_u16_s32[i] = d;
    }
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        int c = (int)word(i, 2);
        short d;
        asm("slct.s16.s32 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "r"(c));
        slct_s16_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        int c = (int)word(i, 2);
        unsigned d;
        asm("slct.b32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        slct_b32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        int c = (int)word(i, 2);
        unsigned d;
        asm("slct.u32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        slct_u32_s32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        int c = (int)word(i, 2);
        int d;
        asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
        slct_s32_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        int c = (int)word(i, 2);
        unsigned long long d;
        asm("slct.b64.s32 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "r"(c));
        slct_b64_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        int c = (int)word(i, 2);
        unsigned long long d;
        asm("slct.u64.s32 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "r"(c));
        slct_u64_s32[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        int c = (int)word(i, 2);
        long long d;
        asm("slct.s64.s32 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "r"(c));
        slct_s64_s32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        int c = (int)word(i, 2);
        float d;
        asm("slct.f32.s32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "r"(c));
        slct_f32_s32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        int c = (int)word(i, 2);
        double d;
        asm("slct.f64.s32 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "r"(c));
        slct_f64_s32[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        float c = single(i, 2);
        unsigned short d;
        asm("slct.b16.f32 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "f"(c));
        slct_b16_f32[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short b = (unsigned short)word(i, 1);
        float c = single(i, 2);
        unsigned short d;
        asm("slct.u16.f32 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "f"(c));
        slct_u16_f32[i] = d;
    }
}

__global__ void integer_11(short *slct_s16_f32, unsigned *slct_b32_f32, unsigned *slct_u32_f32, int *slct_s32_f32, unsigned long long *slct_b64_f32, unsigned long long *slct_u64_f32, long long *slct_s64_f32, unsigned *slct_f32_f32, unsigned long long *slct_f64_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        short a = (short)word(i, 0);
        short b = (short)word(i, 1);
        float c = single(i, 2);
        short d;
        asm("slct.s16.f32 %0, %1, %2, %3;" : "=h"(d) : "h"(a), "h"(b), "f"(c));
        slct_s16_f32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        float c = single(i, 2);
        unsigned d;
        asm("slct.b32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "f"(c));
        slct_b32_f32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned b = word(i, 1);
        float c = single(i, 2);
        unsigned d;
        asm("slct.u32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "f"(c));
        slct_u32_f32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int b = (int)word(i, 1);
        float c = single(i, 2);
        int d;
        asm("slct.s32.f32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "f"(c));
        slct_s32_f32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        float c = single(i, 2);
        unsigned long long d;
        asm("slct.b64.f32 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "f"(c));
        slct_b64_f32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned long long b = twin(i, 1);
        float c = single(i, 2);
        unsigned long long d;
        asm("slct.u64.f32 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "f"(c));
        slct_u64_f32[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        long long b = (long long)twin(i, 1);
        float c = single(i, 2);
        long long d;
        asm("slct.s64.f32 %0, %1, %2, %3;" : "=l"(d) : "l"(a), "l"(b), "f"(c));
        slct_s64_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        slct_f32_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        float c = single(i, 2);
        double d;
        asm("slct.f64.f32 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "f"(c));
        slct_f64_f32[i] = bits(d);
    }
}
