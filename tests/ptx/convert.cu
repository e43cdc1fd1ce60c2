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

__global__ void convert_0(unsigned *cvt_u8_s8, unsigned *cvt_u8_u16, unsigned *cvt_u8_s16, unsigned *cvt_u8_u32, unsigned *cvt_u8_s32, unsigned *cvt_u8_u64, unsigned *cvt_u8_s64, int *cvt_s8_u8, int *cvt_s8_u16, int *cvt_s8_s16, int *cvt_s8_u32, int *cvt_s8_s32, int *cvt_s8_u64, int *cvt_s8_s64, unsigned short *cvt_u16_u8, unsigned short *cvt_u16_s8, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.u8.s8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_u8_s8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned d;
        asm("cvt.u8.u16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_u8_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        unsigned d;
        asm("cvt.u8.s16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_u8_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("cvt.u8.u32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_u8_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.u8.s32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_u8_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("cvt.u8.u64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_u8_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned d;
        asm("cvt.u8.s64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_u8_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int d;
        asm("cvt.s8.u8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_s8_u8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        int d;
        asm("cvt.s8.u16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_s8_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        int d;
        asm("cvt.s8.s16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_s8_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int d;
        asm("cvt.s8.u32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_s8_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int d;
        asm("cvt.s8.s32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_s8_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        int d;
        asm("cvt.s8.u64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_s8_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        int d;
        asm("cvt.s8.s64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_s8_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned short d;
        asm("cvt.u16.u8 %0, %1;" : "=h"(d) : "r"(a));
        cvt_u16_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned short d;
        asm("cvt.u16.s8 %0, %1;" : "=h"(d) : "r"(a));
        cvt_u16_s8[i] = d;
    }
}

__global__ void convert_1(unsigned short *cvt_u16_s16, unsigned short *cvt_u16_u32, unsigned short *cvt_u16_s32, unsigned short *cvt_u16_u64, unsigned short *cvt_u16_s64, short *cvt_s16_u8, short *cvt_s16_s8, short *cvt_s16_u16, short *cvt_s16_u32, short *cvt_s16_s32, short *cvt_s16_u64, short *cvt_s16_s64, unsigned *cvt_u32_u8, unsigned *cvt_u32_s8, unsigned *cvt_u32_u16, unsigned *cvt_u32_s16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        short a = (short)word(i, 0);
        unsigned short d;
        asm("cvt.u16.s16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_u16_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned short d;
        asm("cvt.u16.u32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_u16_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned short d;
        asm("cvt.u16.s32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_u16_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned short d;
        asm("cvt.u16.u64 %0, %1;" : "=h"(d) : "l"(a));
        cvt_u16_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned short d;
        asm("cvt.u16.s64 %0, %1;" : "=h"(d) : "l"(a));
        cvt_u16_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        short d;
        asm("cvt.s16.u8 %0, %1;" : "=h"(d) : "r"(a));
        cvt_s16_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        short d;
        asm("cvt.s16.s8 %0, %1;" : "=h"(d) : "r"(a));
        cvt_s16_s8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        short d;
        asm("cvt.s16.u16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_s16_u16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        short d;
        asm("cvt.s16.u32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_s16_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        short d;
        asm("cvt.s16.s32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_s16_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        short d;
        asm("cvt.s16.u64 %0, %1;" : "=h"(d) : "l"(a));
        cvt_s16_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        short d;
        asm("cvt.s16.s64 %0, %1;" : "=h"(d) : "l"(a));
        cvt_s16_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("cvt.u32.u8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_u32_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.u32.s8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_u32_s8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned d;
        asm("cvt.u32.u16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_u32_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        unsigned d;
        asm("cvt.u32.s16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_u32_s16[i] = d;
    }
}

__global__ void convert_2(unsigned *cvt_u32_s32, unsigned *cvt_u32_u64, unsigned *cvt_u32_s64, int *cvt_s32_u8, int *cvt_s32_s8, int *cvt_s32_u16, int *cvt_s32_s16, int *cvt_s32_u32, int *cvt_s32_u64, int *cvt_s32_s64, unsigned long long *cvt_u64_u8, unsigned long long *cvt_u64_s8, unsigned long long *cvt_u64_u16, unsigned long long *cvt_u64_s16, unsigned long long *cvt_u64_u32, unsigned long long *cvt_u64_s32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.u32.s32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_u32_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("cvt.u32.u64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_u32_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned d;
        asm("cvt.u32.s64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_u32_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int d;
        asm("cvt.s32.u8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_s32_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int d;
        asm("cvt.s32.s8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_s32_s8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        int d;
        asm("cvt.s32.u16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_s32_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        int d;
        asm("cvt.s32.s16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_s32_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int d;
        asm("cvt.s32.u32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_s32_u32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        int d;
        asm("cvt.s32.u64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_s32_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        int d;
        asm("cvt.s32.s64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_s32_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned long long d;
        asm("cvt.u64.u8 %0, %1;" : "=l"(d) : "r"(a));
        cvt_u64_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned long long d;
        asm("cvt.u64.s8 %0, %1;" : "=l"(d) : "r"(a));
        cvt_u64_s8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned long long d;
        asm("cvt.u64.u16 %0, %1;" : "=l"(d) : "h"(a));
        cvt_u64_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        unsigned long long d;
        asm("cvt.u64.s16 %0, %1;" : "=l"(d) : "h"(a));
        cvt_u64_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned long long d;
        asm("cvt.u64.u32 %0, %1;" : "=l"(d) : "r"(a));
        cvt_u64_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned long long d;
        asm("cvt.u64.s32 %0, %1;" : "=l"(d) : "r"(a));
        cvt_u64_s32[i] = d;
    }
}

__global__ void convert_3(unsigned long long *cvt_u64_s64, long long *cvt_s64_u8, long long *cvt_s64_s8, long long *cvt_s64_u16, long long *cvt_s64_s16, long long *cvt_s64_u32, long long *cvt_s64_s32, long long *cvt_s64_u64, unsigned *cvt_sat_u8_s32, int *cvt_sat_s8_s32, unsigned short *cvt_sat_u16_s32, short *cvt_sat_s16_u32, unsigned *cvt_sat_u32_s32, int *cvt_sat_s32_u32, unsigned *cvt_sat_u8_u32, unsigned *cvt_sat_u32_u64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        long long a = (long long)twin(i, 0);
        unsigned long long d;
        asm("cvt.u64.s64 %0, %1;" : "=l"(d) : "l"(a));
        cvt_u64_s64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        long long d;
        asm("cvt.s64.u8 %0, %1;" : "=l"(d) : "r"(a));
        cvt_s64_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        long long d;
        asm("cvt.s64.s8 %0, %1;" : "=l"(d) : "r"(a));
        cvt_s64_s8[i] = d;
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        long long d;
        asm("cvt.s64.u16 %0, %1;" : "=l"(d) : "h"(a));
        cvt_s64_u16[i] = d;
    }
    {
        short a = (short)word(i, 0);
        long long d;
        asm("cvt.s64.s16 %0, %1;" : "=l"(d) : "h"(a));
        cvt_s64_s16[i] = d;
    }
    {
        unsigned a = word(i, 0);
        long long d;
        asm("cvt.s64.u32 %0, %1;" : "=l"(d) : "r"(a));
        cvt_s64_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        long long d;
        asm("cvt.s64.s32 %0, %1;" : "=l"(d) : "r"(a));
        cvt_s64_s32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        long long d;
        asm("cvt.s64.u64 %0, %1;" : "=l"(d) : "l"(a));
        cvt_s64_u64[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.sat.u8.s32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_u8_s32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        int d;
        asm("cvt.sat.s8.s32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_s8_s32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned short d;
        asm("cvt.sat.u16.s32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_sat_u16_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        short d;
        asm("cvt.sat.s16.u32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_sat_s16_u32[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.sat.u32.s32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_u32_s32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int d;
        asm("cvt.sat.s32.u32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_s32_u32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        unsigned d;
        asm("cvt.sat.u8.u32 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_u8_u32[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        unsigned d;
        asm("cvt.sat.u32.u64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_sat_u32_u64[i] = d;
    }
}

__global__ void convert_4(int *cvt_sat_s32_s64, unsigned long long *cvt_sat_u64_s64, long long *cvt_sat_s64_u64, unsigned *cvt_sat_u32_s64, int *cvt_sat_s32_u64, int *cvt_sat_s8_u8, unsigned *cvt_sat_u8_s8, unsigned short *cvt_sat_u16_s64, unsigned *cvt_rni_u8_f32, unsigned *cvt_rni_u8_f64, int *cvt_rni_s8_f32, int *cvt_rni_s8_f64, unsigned short *cvt_rni_u16_f32, unsigned short *cvt_rni_u16_f64, short *cvt_rni_s16_f32, short *cvt_rni_s16_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        long long a = (long long)twin(i, 0);
        int d;
        asm("cvt.sat.s32.s64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_sat_s32_s64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned long long d;
        asm("cvt.sat.u64.s64 %0, %1;" : "=l"(d) : "l"(a));
        cvt_sat_u64_s64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        long long d;
        asm("cvt.sat.s64.u64 %0, %1;" : "=l"(d) : "l"(a));
        cvt_sat_s64_u64[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned d;
        asm("cvt.sat.u32.s64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_sat_u32_s64[i] = d;
    }
    {
        unsigned long long a = twin(i, 0);
        int d;
        asm("cvt.sat.s32.u64 %0, %1;" : "=r"(d) : "l"(a));
        cvt_sat_s32_u64[i] = d;
    }
    {
        unsigned a = word(i, 0);
        int d;
        asm("cvt.sat.s8.u8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_s8_u8[i] = d;
    }
    {
        int a = (int)word(i, 0);
        unsigned d;
        asm("cvt.sat.u8.s8 %0, %1;" : "=r"(d) : "r"(a));
        cvt_sat_u8_s8[i] = d;
    }
    {
        long long a = (long long)twin(i, 0);
        unsigned short d;
        asm("cvt.sat.u16.s64 %0, %1;" : "=h"(d) : "l"(a));
        cvt_sat_u16_s64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rni.u8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rni_u8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rni.u8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rni_u8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rni.s8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rni_s8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rni.s8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rni_s8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rni.u16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rni_u16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned short d;
        asm("cvt.rni.u16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rni_u16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        short d;
        asm("cvt.rni.s16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rni_s16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        short d;
        asm("cvt.rni.s16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rni_s16_f64[i] = d;
    }
}

__global__ void convert_5(unsigned *cvt_rni_u32_f32, unsigned *cvt_rni_u32_f64, int *cvt_rni_s32_f32, int *cvt_rni_s32_f64, unsigned long long *cvt_rni_u64_f32, unsigned long long *cvt_rni_u64_f64, long long *cvt_rni_s64_f32, long long *cvt_rni_s64_f64, unsigned *cvt_rni_f32_f32, unsigned long long *cvt_rni_f64_f64, int *cvt_rni_s32_f16, unsigned *cvt_rni_f16_f16, unsigned *cvt_rzi_u8_f32, unsigned *cvt_rzi_u8_f64, int *cvt_rzi_s8_f32, int *cvt_rzi_s8_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rni.u32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rni_u32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rni.u32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rni_u32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rni.s32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rni_s32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rni.s32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rni_s32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned long long d;
        asm("cvt.rni.u64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rni_u64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned long long d;
        asm("cvt.rni.u64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rni_u64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        long long d;
        asm("cvt.rni.s64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rni_s64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        long long d;
        asm("cvt.rni.s64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rni_s64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("cvt.rni.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
        cvt_rni_f32_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("cvt.rni.f64.f64 %0, %1;" : "=d"(d) : "d"(a));
        cvt_rni_f64_f64[i] = bits(d);
    }
    {
        unsigned short a = half_of(i, 0);
        int d;
        asm("cvt.rni.s32.f16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_rni_s32_f16[i] = d;
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("cvt.rni.f16.f16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_rni_f16_f16[i] = bits(wide(d));
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rzi.u8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rzi_u8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rzi.u8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rzi_u8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rzi.s8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rzi_s8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rzi.s8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rzi_s8_f64[i] = d;
    }
}

__global__ void convert_6(unsigned short *cvt_rzi_u16_f32, unsigned short *cvt_rzi_u16_f64, short *cvt_rzi_s16_f32, short *cvt_rzi_s16_f64, unsigned *cvt_rzi_u32_f32, unsigned *cvt_rzi_u32_f64, int *cvt_rzi_s32_f32, int *cvt_rzi_s32_f64, unsigned long long *cvt_rzi_u64_f32, unsigned long long *cvt_rzi_u64_f64, long long *cvt_rzi_s64_f32, long long *cvt_rzi_s64_f64, unsigned *cvt_rzi_f32_f32, unsigned long long *cvt_rzi_f64_f64, int *cvt_rzi_s32_f16, unsigned *cvt_rzi_f16_f16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rzi.u16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rzi_u16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned short d;
        asm("cvt.rzi.u16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rzi_u16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        short d;
        asm("cvt.rzi.s16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rzi_s16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        short d;
        asm("cvt.rzi.s16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rzi_s16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rzi_u32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rzi.u32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rzi_u32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rzi_s32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rzi.s32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rzi_s32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned long long d;
        asm("cvt.rzi.u64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rzi_u64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned long long d;
        asm("cvt.rzi.u64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rzi_u64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        long long d;
        asm("cvt.rzi.s64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rzi_s64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        long long d;
        asm("cvt.rzi.s64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rzi_s64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("cvt.rzi.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
        cvt_rzi_f32_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("cvt.rzi.f64.f64 %0, %1;" : "=d"(d) : "d"(a));
        cvt_rzi_f64_f64[i] = bits(d);
    }
    {
        unsigned short a = half_of(i, 0);
        int d;
        asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_rzi_s32_f16[i] = d;
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("cvt.rzi.f16.f16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_rzi_f16_f16[i] = bits(wide(d));
    }
}

__global__ void convert_7(unsigned *cvt_rmi_u8_f32, unsigned *cvt_rmi_u8_f64, int *cvt_rmi_s8_f32, int *cvt_rmi_s8_f64, unsigned short *cvt_rmi_u16_f32, unsigned short *cvt_rmi_u16_f64, short *cvt_rmi_s16_f32, short *cvt_rmi_s16_f64, unsigned *cvt_rmi_u32_f32, unsigned *cvt_rmi_u32_f64, int *cvt_rmi_s32_f32, int *cvt_rmi_s32_f64, unsigned long long *cvt_rmi_u64_f32, unsigned long long *cvt_rmi_u64_f64, long long *cvt_rmi_s64_f32, long long *cvt_rmi_s64_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rmi.u8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rmi_u8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rmi.u8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rmi_u8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rmi.s8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rmi_s8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rmi.s8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rmi_s8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rmi.u16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rmi_u16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned short d;
        asm("cvt.rmi.u16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rmi_u16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        short d;
        asm("cvt.rmi.s16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rmi_s16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        short d;
        asm("cvt.rmi.s16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rmi_s16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rmi.u32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rmi_u32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rmi.u32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rmi_u32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rmi.s32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rmi_s32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rmi.s32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rmi_s32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned long long d;
        asm("cvt.rmi.u64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rmi_u64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned long long d;
        asm("cvt.rmi.u64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rmi_u64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        long long d;
        asm("cvt.rmi.s64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rmi_s64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        long long d;
        asm("cvt.rmi.s64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rmi_s64_f64[i] = d;
    }
}

__global__ void convert_8(unsigned *cvt_rmi_f32_f32, unsigned long long *cvt_rmi_f64_f64, int *cvt_rmi_s32_f16, unsigned *cvt_rmi_f16_f16, unsigned *cvt_rpi_u8_f32, unsigned *cvt_rpi_u8_f64, int *cvt_rpi_s8_f32, int *cvt_rpi_s8_f64, unsigned short *cvt_rpi_u16_f32, unsigned short *cvt_rpi_u16_f64, short *cvt_rpi_s16_f32, short *cvt_rpi_s16_f64, unsigned *cvt_rpi_u32_f32, unsigned *cvt_rpi_u32_f64, int *cvt_rpi_s32_f32, int *cvt_rpi_s32_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float d;
        asm("cvt.rmi.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
        cvt_rmi_f32_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("cvt.rmi.f64.f64 %0, %1;" : "=d"(d) : "d"(a));
        cvt_rmi_f64_f64[i] = bits(d);
    }
    {
        unsigned short a = half_of(i, 0);
        int d;
        asm("cvt.rmi.s32.f16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_rmi_s32_f16[i] = d;
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("cvt.rmi.f16.f16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_rmi_f16_f16[i] = bits(wide(d));
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rpi.u8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rpi_u8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rpi.u8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rpi_u8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rpi.s8.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rpi_s8_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rpi.s8.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rpi_s8_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rpi.u16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rpi_u16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned short d;
        asm("cvt.rpi.u16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rpi_u16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        short d;
        asm("cvt.rpi.s16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rpi_s16_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        short d;
        asm("cvt.rpi.s16.f64 %0, %1;" : "=h"(d) : "d"(a));
        cvt_rpi_s16_f64[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rpi.u32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rpi_u32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("cvt.rpi.u32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rpi_u32_f64[i] = d;
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rpi.s32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rpi_s32_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        int d;
        asm("cvt.rpi.s32.f64 %0, %1;" : "=r"(d) : "d"(a));
        cvt_rpi_s32_f64[i] = d;
    }
}

__global__ void convert_9(unsigned long long *cvt_rpi_u64_f32, unsigned long long *cvt_rpi_u64_f64, long long *cvt_rpi_s64_f32, long long *cvt_rpi_s64_f64, unsigned *cvt_rpi_f32_f32, unsigned long long *cvt_rpi_f64_f64, int *cvt_rpi_s32_f16, unsigned *cvt_rpi_f16_f16, int *cvt_rzi_sat_s32_f32, unsigned *cvt_rzi_ftz_u32_f32, unsigned *cvt_rn_f32_u32, unsigned *cvt_rn_f32_s32, unsigned *cvt_rn_f32_u64, unsigned *cvt_rn_f32_s64, unsigned *cvt_rn_f32_u16, unsigned *cvt_rn_f32_s16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        unsigned long long d;
        asm("cvt.rpi.u64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rpi_u64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned long long d;
        asm("cvt.rpi.u64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rpi_u64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        long long d;
        asm("cvt.rpi.s64.f32 %0, %1;" : "=l"(d) : "f"(a));
        cvt_rpi_s64_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        long long d;
        asm("cvt.rpi.s64.f64 %0, %1;" : "=l"(d) : "d"(a));
        cvt_rpi_s64_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("cvt.rpi.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
        cvt_rpi_f32_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("cvt.rpi.f64.f64 %0, %1;" : "=d"(d) : "d"(a));
        cvt_rpi_f64_f64[i] = bits(d);
    }
    {
        unsigned short a = half_of(i, 0);
        int d;
        asm("cvt.rpi.s32.f16 %0, %1;" : "=r"(d) : "h"(a));
        cvt_rpi_s32_f16[i] = d;
    }
    {
        unsigned short a = half_of(i, 0);
        unsigned short d;
        asm("cvt.rpi.f16.f16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_rpi_f16_f16[i] = bits(wide(d));
    }
    {
        float a = single(i, 0);
        int d;
        asm("cvt.rzi.sat.s32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rzi_sat_s32_f32[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rzi.ftz.u32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rzi_ftz_u32_f32[i] = d;
    }
    {
        unsigned a = word(i, 0);
        float d;
        asm("cvt.rn.f32.u32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rn_f32_u32[i] = bits(d);
    }
    {
        int a = (int)word(i, 0);
        float d;
        asm("cvt.rn.f32.s32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rn_f32_s32[i] = bits(d);
    }
    {
        unsigned long long a = twin(i, 0);
        float d;
        asm("cvt.rn.f32.u64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rn_f32_u64[i] = bits(d);
    }
    {
        long long a = (long long)twin(i, 0);
        float d;
        asm("cvt.rn.f32.s64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rn_f32_s64[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        float d;
        asm("cvt.rn.f32.u16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rn_f32_u16[i] = bits(d);
    }
    {
        short a = (short)word(i, 0);
        float d;
        asm("cvt.rn.f32.s16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rn_f32_s16[i] = bits(d);
    }
}

__global__ void convert_10(unsigned *cvt_rn_f32_f64, unsigned *cvt_rz_f32_u32, unsigned *cvt_rz_f32_s32, unsigned *cvt_rz_f32_u64, unsigned *cvt_rz_f32_s64, unsigned *cvt_rz_f32_u16, unsigned *cvt_rz_f32_s16, unsigned *cvt_rz_f32_f64, unsigned *cvt_rm_f32_u32, unsigned *cvt_rm_f32_s32, unsigned *cvt_rm_f32_u64, unsigned *cvt_rm_f32_s64, unsigned *cvt_rm_f32_u16, unsigned *cvt_rm_f32_s16, unsigned *cvt_rm_f32_f64, unsigned *cvt_rp_f32_u32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        double a = twofold(i, 0);
        float d;
        asm("cvt.rn.f32.f64 %0, %1;" : "=f"(d) : "d"(a));
        cvt_rn_f32_f64[i] = bits(d);
    }
    {
        unsigned a = word(i, 0);
        float d;
        asm("cvt.rz.f32.u32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rz_f32_u32[i] = bits(d);
    }
    {
        int a = (int)word(i, 0);
        float d;
        asm("cvt.rz.f32.s32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rz_f32_s32[i] = bits(d);
    }
    {
        unsigned long long a = twin(i, 0);
        float d;
        asm("cvt.rz.f32.u64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rz_f32_u64[i] = bits(d);
    }
    {
        long long a = (long long)twin(i, 0);
        float d;
        asm("cvt.rz.f32.s64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rz_f32_s64[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        float d;
        asm("cvt.rz.f32.u16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rz_f32_u16[i] = bits(d);
    }
    {
        short a = (short)word(i, 0);
        float d;
        asm("cvt.rz.f32.s16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rz_f32_s16[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        float d;
        asm("cvt.rz.f32.f64 %0, %1;" : "=f"(d) : "d"(a));
        cvt_rz_f32_f64[i] = bits(d);
    }
    {
        unsigned a = word(i, 0);
        float d;
        asm("cvt.rm.f32.u32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rm_f32_u32[i] = bits(d);
    }
    {
        int a = (int)word(i, 0);
        float d;
        asm("cvt.rm.f32.s32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rm_f32_s32[i] = bits(d);
    }
    {
        unsigned long long a = twin(i, 0);
        float d;
        asm("cvt.rm.f32.u64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rm_f32_u64[i] = bits(d);
    }
    {
        long long a = (long long)twin(i, 0);
        float d;
        asm("cvt.rm.f32.s64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rm_f32_s64[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        float d;
        asm("cvt.rm.f32.u16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rm_f32_u16[i] = bits(d);
    }
    {
        short a = (short)word(i, 0);
        float d;
        asm("cvt.rm.f32.s16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rm_f32_s16[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        float d;
        asm("cvt.rm.f32.f64 %0, %1;" : "=f"(d) : "d"(a));
        cvt_rm_f32_f64[i] = bits(d);
    }
    {
        unsigned a = word(i, 0);
        float d;
        asm("cvt.rp.f32.u32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rp_f32_u32[i] = bits(d);
    }
}

__global__ void convert_11(unsigned *cvt_rp_f32_s32, unsigned *cvt_rp_f32_u64, unsigned *cvt_rp_f32_s64, unsigned *cvt_rp_f32_u16, unsigned *cvt_rp_f32_s16, unsigned *cvt_rp_f32_f64, unsigned long long *cvt_rn_f64_u32, unsigned long long *cvt_rn_f64_s32, unsigned long long *cvt_rn_f64_u64, unsigned long long *cvt_rn_f64_s64, unsigned long long *cvt_rn_f64_u16, unsigned *cvt_rn_f16_f32, unsigned *cvt_rz_f16_f32, unsigned *cvt_rn_f16_s32, unsigned *cvt_rn_f16_u16, unsigned *cvt_f32_f16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        int a = (int)word(i, 0);
        float d;
        asm("cvt.rp.f32.s32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rp_f32_s32[i] = bits(d);
    }
    {
        unsigned long long a = twin(i, 0);
        float d;
        asm("cvt.rp.f32.u64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rp_f32_u64[i] = bits(d);
    }
    {
        long long a = (long long)twin(i, 0);
        float d;
        asm("cvt.rp.f32.s64 %0, %1;" : "=f"(d) : "l"(a));
        cvt_rp_f32_s64[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        float d;
        asm("cvt.rp.f32.u16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rp_f32_u16[i] = bits(d);
    }
    {
        short a = (short)word(i, 0);
        float d;
        asm("cvt.rp.f32.s16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_rp_f32_s16[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        float d;
        asm("cvt.rp.f32.f64 %0, %1;" : "=f"(d) : "d"(a));
        cvt_rp_f32_f64[i] = bits(d);
    }
    {
        unsigned a = word(i, 0);
        double d;
        asm("cvt.rn.f64.u32 %0, %1;" : "=d"(d) : "r"(a));
        cvt_rn_f64_u32[i] = bits(d);
    }
    {
        int a = (int)word(i, 0);
        double d;
        asm("cvt.rn.f64.s32 %0, %1;" : "=d"(d) : "r"(a));
        cvt_rn_f64_s32[i] = bits(d);
    }
    {
        unsigned long long a = twin(i, 0);
        double d;
        asm("cvt.rn.f64.u64 %0, %1;" : "=d"(d) : "l"(a));
        cvt_rn_f64_u64[i] = bits(d);
    }
    {
        long long a = (long long)twin(i, 0);
        double d;
        asm("cvt.rn.f64.s64 %0, %1;" : "=d"(d) : "l"(a));
        cvt_rn_f64_s64[i] = bits(d);
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        double d;
        asm("cvt.rn.f64.u16 %0, %1;" : "=d"(d) : "h"(a));
        cvt_rn_f64_u16[i] = bits(d);
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rn_f16_f32[i] = bits(wide(d));
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rz.f16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rz_f16_f32[i] = bits(wide(d));
    }
    {
        int a = (int)word(i, 0);
        unsigned short d;
        asm("cvt.rn.f16.s32 %0, %1;" : "=h"(d) : "r"(a));
        cvt_rn_f16_s32[i] = bits(wide(d));
    }
    {
        unsigned short a = (unsigned short)word(i, 0);
        unsigned short d;
        asm("cvt.rn.f16.u16 %0, %1;" : "=h"(d) : "h"(a));
        cvt_rn_f16_u16[i] = bits(wide(d));
    }
    {
        unsigned short a = half_of(i, 0);
        float d;
        asm("cvt.f32.f16 %0, %1;" : "=f"(d) : "h"(a));
        cvt_f32_f16[i] = bits(d);
    }
}

__global__ void convert_12(unsigned long long *cvt_f64_f32, unsigned *cvt_sat_f32_f32, unsigned *cvt_rn_sat_f32_f64, unsigned *cvt_rn_sat_f32_s32, unsigned *cvt_rn_sat_f16_f32, unsigned short *cvt_rn_bf16_f32, unsigned short *cvt_rz_bf16_f32, unsigned *cvt_rn_f16x2_f32, unsigned *cvt_rn_bf16x2_f32, unsigned *cvt_rn_relu_f16x2_f32, unsigned *cvt_rna_tf32_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        double d;
        asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(a));
        cvt_f64_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("cvt.sat.f32.f32 %0, %1;" : "=f"(d) : "f"(a));
        cvt_sat_f32_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        float d;
        asm("cvt.rn.sat.f32.f64 %0, %1;" : "=f"(d) : "d"(a));
        cvt_rn_sat_f32_f64[i] = bits(d);
    }
    {
        int a = (int)word(i, 0);
        float d;
        asm("cvt.rn.sat.f32.s32 %0, %1;" : "=f"(d) : "r"(a));
        cvt_rn_sat_f32_s32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rn.sat.f16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rn_sat_f16_f32[i] = bits(wide(d));
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rn_bf16_f32[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned short d;
        asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(d) : "f"(a));
        cvt_rz_bf16_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
        cvt_rn_f16x2_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
        cvt_rn_bf16x2_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        unsigned d;
        asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(a), "f"(b));
        cvt_rn_relu_f16x2_f32[i] = d;
    }
    {
        float a = single(i, 0);
        unsigned d;
        asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(d) : "f"(a));
        cvt_rna_tf32_f32[i] = d;
    }
}
__global__ void packed(unsigned *sat_u2, unsigned *sat_s2, unsigned *sat_u4, unsigned *sat_s4, unsigned *sat_u8, unsigned *sat_s8, unsigned *sat_u16, unsigned *sat_s16, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int a = i & 1 ? (int)(word(i, 0) & 511) - 256 : (int)word(i, 0);
    int b = i & 2 ? (int)(word(i, 1) & 15) - 8 : (int)word(i, 1);
    unsigned c = word(i, 2), d;
    asm("cvt.pack.sat.u2.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    sat_u2[i] = d;
    asm("cvt.pack.sat.s2.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    sat_s2[i] = d;
    asm("cvt.pack.sat.u4.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    sat_u4[i] = d;
    asm("cvt.pack.sat.s4.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    sat_s4[i] = d;
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    sat_u8[i] = d;
    asm("cvt.pack.sat.s8.s32.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
    sat_s8[i] = d;
    asm("cvt.pack.sat.u16.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    sat_u16[i] = d;
    asm("cvt.pack.sat.s16.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    sat_s16[i] = d;
}
