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

__global__ void single_0(unsigned *add_f32, float *add_ftz_f32, unsigned *add_rn_f32, float *add_rn_ftz_f32, unsigned *add_sat_f32, float *add_ftz_sat_f32, unsigned *add_rn_sat_f32, float *add_rn_ftz_sat_f32, unsigned *sub_f32, float *sub_ftz_f32, unsigned *sub_rn_f32, float *sub_rn_ftz_f32, unsigned *sub_sat_f32, float *sub_ftz_sat_f32, unsigned *sub_rn_sat_f32, float *sub_rn_ftz_sat_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rn_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rn.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rn_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.ftz.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_ftz_sat_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rn.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rn_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rn_ftz_sat_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rn_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rn.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rn_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.ftz.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_ftz_sat_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rn.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rn_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rn_ftz_sat_f32[i] = d;
    }
}

__global__ void single_1(unsigned *mul_f32, float *mul_ftz_f32, unsigned *mul_rn_f32, float *mul_rn_ftz_f32, unsigned *mul_sat_f32, float *mul_ftz_sat_f32, unsigned *mul_rn_sat_f32, float *mul_rn_ftz_sat_f32, unsigned *fma_rn_f32, float *fma_rn_ftz_f32, unsigned *fma_rn_sat_f32, float *fma_rn_ftz_sat_f32, unsigned *mad_rn_f32, float *mad_rn_ftz_f32, unsigned *mad_rn_sat_f32, float *mad_rn_ftz_sat_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rn_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rn.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rn_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.ftz.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_ftz_sat_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rn.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rn_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rn.ftz.sat.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rn_ftz_sat_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rn_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rn.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rn_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rn_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rn.ftz.sat.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rn_ftz_sat_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rn_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rn.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rn_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rn.sat.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rn_sat_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rn.ftz.sat.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rn_ftz_sat_f32[i] = d;
    }
}

__global__ void single_2(unsigned *add_rz_f32, float *add_rz_ftz_f32, unsigned *add_rm_f32, float *add_rm_ftz_f32, unsigned *add_rp_f32, float *add_rp_ftz_f32, unsigned *sub_rz_f32, float *sub_rz_ftz_f32, unsigned *sub_rm_f32, float *sub_rm_ftz_f32, unsigned *sub_rp_f32, float *sub_rp_ftz_f32, unsigned *mul_rz_f32, float *mul_rz_ftz_f32, unsigned *mul_rm_f32, float *mul_rm_ftz_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rz.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rm.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rm.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rp.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("add.rp.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        add_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rz.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rm.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rm.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rp.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("sub.rp.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        sub_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rz.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rm.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rm.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rm_ftz_f32[i] = d;
    }
}

__global__ void single_3(unsigned *mul_rp_f32, float *mul_rp_ftz_f32, unsigned *fma_rz_f32, float *fma_rz_ftz_f32, unsigned *fma_rm_f32, float *fma_rm_ftz_f32, unsigned *fma_rp_f32, float *fma_rp_ftz_f32, unsigned *mad_rz_f32, float *mad_rz_ftz_f32, unsigned *mad_rm_f32, float *mad_rm_ftz_f32, unsigned *mad_rp_f32, float *mad_rp_ftz_f32, unsigned *div_rz_f32, float *div_rz_ftz_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rp.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("mul.rp.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        mul_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rz.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rm.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rm.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rp.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("fma.rp.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        fma_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rz.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rm.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rm.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rp.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float c = single(i, 2);
        float d;
        asm("mad.rp.ftz.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
        mad_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rz.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rz_ftz_f32[i] = d;
    }
}

__global__ void single_4(unsigned *div_rm_f32, float *div_rm_ftz_f32, unsigned *div_rp_f32, float *div_rp_ftz_f32, unsigned *rcp_rz_f32, float *rcp_rz_ftz_f32, unsigned *rcp_rm_f32, float *rcp_rm_ftz_f32, unsigned *rcp_rp_f32, float *rcp_rp_ftz_f32, float *sqrt_rz_f32, float *sqrt_rz_ftz_f32, float *sqrt_rm_f32, float *sqrt_rm_ftz_f32, float *sqrt_rp_f32, float *sqrt_rp_ftz_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rm.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rm.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rp.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rp.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rz_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rz.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rm.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rm_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rm.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rp.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rp_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rp.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rp_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rz.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rz_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rm.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rm_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rm.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rm_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rp.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rp_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rp.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rp_ftz_f32[i] = d;
    }
}

__global__ void single_5(unsigned long long *add_f64, unsigned long long *add_rn_f64, unsigned long long *sub_f64, unsigned long long *sub_rn_f64, unsigned long long *mul_f64, unsigned long long *mul_rn_f64, unsigned long long *fma_rn_f64, unsigned long long *mad_rn_f64, unsigned long long *add_rz_f64, unsigned long long *add_rm_f64, unsigned long long *add_rp_f64, unsigned long long *sub_rz_f64, unsigned long long *sub_rm_f64, unsigned long long *sub_rp_f64, float *div_rn_f32, float *div_rn_ftz_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("add.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        add_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("add.rn.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        add_rn_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("sub.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        sub_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("sub.rn.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        sub_rn_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("mul.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        mul_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("mul.rn.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        mul_rn_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        fma_rn_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("mad.rn.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        mad_rn_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("add.rz.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        add_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("add.rm.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        add_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("add.rp.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        add_rp_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("sub.rz.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        sub_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("sub.rm.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        sub_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("sub.rp.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        sub_rp_f64[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rn_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.rn.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_rn_ftz_f32[i] = d;
    }
}

__global__ void single_6(float *div_full_f32, float *div_full_ftz_f32, float *div_approx_f32, float *div_approx_ftz_f32, double *div_rn_f64, float *rcp_approx_f32, float *rcp_approx_ftz_f32, unsigned *rcp_rn_f32, float *rcp_rn_ftz_f32, unsigned long long *rcp_rn_f64, float *rcp_approx_ftz_f64, float *sqrt_approx_f32, float *sqrt_approx_ftz_f32, float *sqrt_rn_f32, float *sqrt_rn_ftz_f32, double *sqrt_rn_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.full.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_full_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.full.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_full_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.approx.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("div.approx.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        div_approx_ftz_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("div.rn.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        div_rn_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_approx_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rn.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rn_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("rcp.rn.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rcp_rn_ftz_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("rcp.rn.f64 %0, %1;" : "=d"(d) : "d"(a));
        rcp_rn_f64[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("{ .reg .f64 t; cvt.f64.f32 t, %1; rcp.approx.ftz.f64 t, t; cvt.rn.f32.f64 %0, t; }" : "=f"(d) : "f"(a));
        rcp_approx_ftz_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_approx_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rn.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rn_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("sqrt.rn.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sqrt_rn_ftz_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("sqrt.rn.f64 %0, %1;" : "=d"(d) : "d"(a));
        sqrt_rn_f64[i] = d;
    }
}

__global__ void single_7(float *rsqrt_approx_f32, float *rsqrt_approx_ftz_f32, double *rsqrt_approx_f64, float *rsqrt_approx_ftz_f64, float *sin_approx_f32, float *sin_approx_ftz_f32, float *cos_approx_f32, float *cos_approx_ftz_f32, float *lg2_approx_f32, float *lg2_approx_ftz_f32, float *ex2_approx_f32, float *ex2_approx_ftz_f32, float *tanh_approx_f32, unsigned *abs_f32, float *abs_ftz_f32, unsigned long long *abs_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float d;
        asm("rsqrt.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        rsqrt_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        rsqrt_approx_ftz_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("rsqrt.approx.f64 %0, %1;" : "=d"(d) : "d"(a));
        rsqrt_approx_f64[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("{ .reg .f64 t; cvt.f64.f32 t, %1; rsqrt.approx.ftz.f64 t, t; cvt.rn.f32.f64 %0, t; }" : "=f"(d) : "f"(a));
        rsqrt_approx_ftz_f64[i] = d;
    }
    {
        float a = (int)(word(i, 0) >> 8) * 3e-7f - 2.5f;
        float d;
        asm("sin.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        sin_approx_f32[i] = d;
    }
    {
        float a = (int)(word(i, 0) >> 8) * 3e-7f - 2.5f;
        float d;
        asm("sin.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        sin_approx_ftz_f32[i] = d;
    }
    {
        float a = (int)(word(i, 0) >> 8) * 3e-7f - 2.5f;
        float d;
        asm("cos.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        cos_approx_f32[i] = d;
    }
    {
        float a = (int)(word(i, 0) >> 8) * 3e-7f - 2.5f;
        float d;
        asm("cos.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        cos_approx_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("lg2.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        lg2_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        lg2_approx_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("ex2.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        ex2_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        ex2_approx_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("tanh.approx.f32 %0, %1;" : "=f"(d) : "f"(a));
        tanh_approx_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float d;
        asm("abs.f32 %0, %1;" : "=f"(d) : "f"(a));
        abs_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("abs.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        abs_ftz_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("abs.f64 %0, %1;" : "=d"(d) : "d"(a));
        abs_f64[i] = bits(d);
    }
}

__global__ void single_8(unsigned *neg_f32, float *neg_ftz_f32, unsigned long long *neg_f64, unsigned *min_f32, float *min_ftz_f32, unsigned *max_f32, float *max_ftz_f32, unsigned *min_NaN_f32, float *min_ftz_NaN_f32, unsigned *max_NaN_f32, float *max_ftz_NaN_f32, unsigned long long *min_f64, unsigned long long *max_f64, unsigned *copysign_f32, unsigned long long *copysign_f64, unsigned *testp_finite_f32, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        float a = single(i, 0);
        float d;
        asm("neg.f32 %0, %1;" : "=f"(d) : "f"(a));
        neg_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float d;
        asm("neg.ftz.f32 %0, %1;" : "=f"(d) : "f"(a));
        neg_ftz_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("neg.f64 %0, %1;" : "=d"(d) : "d"(a));
        neg_f64[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("min.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        min_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("min.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        min_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("max.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        max_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("max.ftz.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        max_ftz_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("min.NaN.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        min_NaN_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("min.ftz.NaN.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        min_ftz_NaN_f32[i] = d;
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("max.NaN.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        max_NaN_f32[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("max.ftz.NaN.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        max_ftz_NaN_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("min.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        min_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("max.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        max_f64[i] = bits(d);
    }
    {
        float a = single(i, 0);
        float b = single(i, 1);
        float d;
        asm("copysign.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
        copysign_f32[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("copysign.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        copysign_f64[i] = bits(d);
    }
    {
        float a = (i & 1) ? __uint_as_float(word(i, 0) & 0x807fffff) : single(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.finite.f32 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a));
        testp_finite_f32[i] = d;
    }
}

__global__ void single_9(unsigned *testp_finite_f64, unsigned *testp_infinite_f32, unsigned *testp_infinite_f64, unsigned *testp_number_f32, unsigned *testp_number_f64, unsigned *testp_notanumber_f32, unsigned *testp_notanumber_f64, unsigned *testp_normal_f32, unsigned *testp_normal_f64, unsigned *testp_subnormal_f32, unsigned *testp_subnormal_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.finite.f64 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a));
        testp_finite_f64[i] = d;
    }
    {
        float a = (i & 1) ? __uint_as_float(word(i, 0) & 0x807fffff) : single(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.infinite.f32 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a));
        testp_infinite_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.infinite.f64 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a));
        testp_infinite_f64[i] = d;
    }
    {
        float a = (i & 1) ? __uint_as_float(word(i, 0) & 0x807fffff) : single(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.number.f32 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a));
        testp_number_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.number.f64 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a));
        testp_number_f64[i] = d;
    }
    {
        float a = (i & 1) ? __uint_as_float(word(i, 0) & 0x807fffff) : single(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.notanumber.f32 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a));
        testp_notanumber_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.notanumber.f64 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a));
        testp_notanumber_f64[i] = d;
    }
    {
        float a = (i & 1) ? __uint_as_float(word(i, 0) & 0x807fffff) : single(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.normal.f32 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a));
        testp_normal_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.normal.f64 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a));
        testp_normal_f64[i] = d;
    }
    {
        float a = (i & 1) ? __uint_as_float(word(i, 0) & 0x807fffff) : single(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.subnormal.f32 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "f"(a));
        testp_subnormal_f32[i] = d;
    }
    {
        double a = twofold(i, 0);
        unsigned d;
        asm("{ .reg .pred P, Q, R; testp.subnormal.f64 R, %1; selp.u32 %0, 1, 0, R; }" : "=r"(d) : "d"(a));
        testp_subnormal_f64[i] = d;
    }
}

__global__ void single_10(unsigned long long *mul_rz_f64, unsigned long long *mul_rm_f64, unsigned long long *mul_rp_f64, unsigned long long *fma_rz_f64, unsigned long long *fma_rm_f64, unsigned long long *fma_rp_f64, unsigned long long *div_rz_f64, unsigned long long *div_rm_f64, unsigned long long *div_rp_f64, unsigned long long *rcp_rz_f64, unsigned long long *rcp_rm_f64, unsigned long long *rcp_rp_f64, unsigned long long *sqrt_rz_f64, unsigned long long *sqrt_rm_f64, unsigned long long *sqrt_rp_f64, unsigned long long *mad_rz_f64, unsigned long long *mad_rm_f64, unsigned long long *mad_rp_f64, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("mul.rz.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        mul_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("mul.rm.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        mul_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("mul.rp.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        mul_rp_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("fma.rz.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        fma_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("fma.rm.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        fma_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("fma.rp.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        fma_rp_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("div.rz.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        div_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("div.rm.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        div_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double d;
        asm("div.rp.f64 %0, %1, %2;" : "=d"(d) : "d"(a), "d"(b));
        div_rp_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("rcp.rz.f64 %0, %1;" : "=d"(d) : "d"(a));
        rcp_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("rcp.rm.f64 %0, %1;" : "=d"(d) : "d"(a));
        rcp_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("rcp.rp.f64 %0, %1;" : "=d"(d) : "d"(a));
        rcp_rp_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("sqrt.rz.f64 %0, %1;" : "=d"(d) : "d"(a));
        sqrt_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("sqrt.rm.f64 %0, %1;" : "=d"(d) : "d"(a));
        sqrt_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double d;
        asm("sqrt.rp.f64 %0, %1;" : "=d"(d) : "d"(a));
        sqrt_rp_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("mad.rz.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        mad_rz_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("mad.rm.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        mad_rm_f64[i] = bits(d);
    }
    {
        double a = twofold(i, 0);
        double b = twofold(i, 1);
        double c = twofold(i, 2);
        double d;
        asm("mad.rp.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(a), "d"(b), "d"(c));
        mad_rp_f64[i] = bits(d);
    }
}
