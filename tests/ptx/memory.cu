// Loads, stores and copies: hints, orders, scopes, vectors, shared memory by its 32-bit addresses.
#define LAUNCH __launch_bounds__(128)
__device__ inline unsigned address_of(const void *p) {
    unsigned a;
    asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p));
    return a;
}
__global__ void hints(const int *in, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0, v;
    if (i >= n) return;
    asm volatile("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += v;
    asm volatile("ld.global.nc.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 3 * v;
    asm volatile("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 5 * v;
    asm volatile("ld.global.ca.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 7 * v;
    asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 11 * v;
    asm volatile("ld.global.cg.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 13 * v;
    asm volatile("ld.global.cv.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 17 * v;
    asm volatile("ld.volatile.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 19 * v;
    asm volatile("ld.relaxed.cta.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 23 * v;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 29 * v;
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i) : "memory");
    sum += 31 * v;
    asm volatile("ld.weak.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 37 * v;
    asm volatile("ldu.global.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    sum += 41 * v;
    asm volatile("ld.s32 %0, [%1];" : "=r"(v) : "l"(in + i));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(in + i));
    asm volatile("prefetch.global.L1 [%0];" ::"l"(in));
    out[i] = sum + 43 * v;
}
__global__ void stores(const unsigned *in, unsigned *a, unsigned *b, unsigned *c, unsigned *d, unsigned *e, unsigned *f,
                       unsigned *g, unsigned *h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned v = in[i] * 2654435761u;
    asm volatile("st.global.u32 [%0], %1;" ::"l"(a + i), "r"(v) : "memory");
    asm volatile("st.global.cs.u32 [%0], %1;" ::"l"(b + i), "r"(v + 1) : "memory");
    asm volatile("st.global.cg.u32 [%0], %1;" ::"l"(c + i), "r"(v + 2) : "memory");
    asm volatile("st.global.wb.u32 [%0], %1;" ::"l"(d + i), "r"(v + 3) : "memory");
    asm volatile("st.global.wt.u32 [%0], %1;" ::"l"(e + i), "r"(v + 4) : "memory");
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(f + i), "r"(v + 5) : "memory");
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(g + i), "r"(v + 6) : "memory");
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(h + i), "r"(v + 7) : "memory");
}
__global__ void widths(const unsigned *in, unsigned long long *out, unsigned char *bytes, unsigned short *halves, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned u8, u16;
    int s8, s16;
    long long wide;
    unsigned long long b64;
    const char *p = (const char *)in;
    asm("ld.global.u8 %0, [%1];" : "=r"(u8) : "l"(p + i));
    asm("ld.global.s8 %0, [%1+1];" : "=r"(s8) : "l"(p + i));
    asm("ld.global.u16 %0, [%1];" : "=r"(u16) : "l"(p + i / 2 * 2));
    asm("ld.global.nc.s16 %0, [%1+2];" : "=r"(s16) : "l"(p + i / 2 * 2));
    asm("ld.global.s32 %0, [%1];" : "=l"(wide) : "l"(in + i));
    asm("ld.global.b64 %0, [%1];" : "=l"(b64) : "l"(in + i / 2 * 2));
    asm volatile("st.global.u8 [%0], %1;" ::"l"(bytes + i), "r"(u8 + 1) : "memory");
    asm volatile("st.global.u16 [%0], %1;" ::"l"(halves + i), "h"((unsigned short)(u16 * 3)) : "memory");
    out[i] = u8 + 3 * (long long)s8 + 5 * u16 + 7 * s16 + 11 * wide + 13 * b64;
}
__global__ void vectors(const float4 *in, float4 *out, float4 *more, uint2 *pairs, ushort4 *small, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float a, b, c, d;
    unsigned e, f, g, h;
    asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(a), "=f"(b), "=f"(c), "=f"(d) : "l"(in + i));
    asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" ::"l"(out + i), "f"(d), "f"(c), "f"(b), "f"(a) : "memory");
    asm volatile("ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(e), "=r"(f), "=r"(g), "=r"(h)
                 : "l"(in + i));
    asm volatile("st.volatile.global.v4.b32 [%4], {%0, %1, %2, %3};" ::"r"(h), "r"(e), "r"(f), "r"(g), "l"(more + i)
                 : "memory");
    asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" : "=r"(e), "=r"(f) : "l"(in + i));
    asm volatile("st.global.cs.v2.u32 [%0], {%1, %2};" ::"l"(pairs + i), "r"(f), "r"(e) : "memory");
    asm volatile("ld.acquire.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(e), "=r"(f) : "l"(in + i) : "memory");
    unsigned short s = e >> 16, t = f >> 16;
    asm volatile("st.global.v4.u16 [%0], {%1, %2, %1, %2};" ::"l"(small + i), "h"(s), "h"(t) : "memory");
}
__global__ void LAUNCH shared_memory(const unsigned *in, unsigned *out, float *floats, int n) {
    __shared__ unsigned words[256];
    __shared__ float4 quads[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    unsigned v = i < n ? in[i] : 7, w, x;
    unsigned at = address_of(words), quad = address_of(quads + t);
    asm volatile("st.shared.u32 [%0], %1;" ::"r"(at + 4 * t), "r"(v) : "memory");
    asm volatile("st.shared.u32 [%0+512], %1;" ::"r"(at + 4 * t), "r"(v * 5) : "memory");
    float f = v;
    asm volatile("st.shared.v4.f32 [%0], {%1, %2, %1, %2};" ::"r"(quad), "f"(f), "f"(f + 1) : "memory");
    asm volatile("bar.sync 0;" ::: "memory");
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(w) : "r"(at + 4 * (127 - t)));
    asm volatile("ld.volatile.shared.u32 %0, [%1+516];" : "=r"(x) : "r"(at + 4 * (t & 63)));
    float a, b;
    asm volatile("ld.shared.v2.f32 {%0, %1}, [%2+8];" : "=f"(a), "=f"(b) : "r"(address_of(quads + (t ^ 1))));
    unsigned long long generic;
    unsigned inside, outside;
    asm("cvta.shared.u64 %0, %1;" : "=l"(generic) : "l"((unsigned long long)at));
    asm("{ .reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(inside) : "l"(words + t));
    asm("{ .reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(outside) : "l"(out));
    unsigned y;
    asm volatile("ld.u32 %0, [%1];" : "=r"(y) : "l"(generic + 4 * t));
    if (i < n) {
        out[i] = w + 3 * x + 5 * y + 1000 * inside + 2000 * outside;
        floats[i] = a + 2 * b;
    }
}
__global__ void LAUNCH copies(const uint4 *in, uint4 *out, unsigned *words, int n) {
    __shared__ uint4 buffer[128];
    __shared__ unsigned small[128];
    __shared__ uint4 part[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x, from = i < n ? i : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], %2;" ::"r"(address_of(buffer + t)), "l"(in + from), "n"(16));
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 4;" ::"r"(address_of(small + t)), "l"(in + from));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address_of(part + t)), "l"(in + from),
                 "r"((t & 1) * 16));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group 0;\n" ::: "memory");
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %0, 0;\n @p cp.async.cg.shared.global [%1], [%2], %3;\n}\n" ::"r"(t & 2),
                 "r"(address_of(buffer + t)), "l"(in), "n"(16));
    asm volatile("cp.async.wait_all;");
    __syncthreads();
    if (i < n) {
        uint4 a = buffer[t ^ 3], b = part[t ^ 3];
        out[i] = make_uint4(a.x + b.w, a.y + b.z, a.z + b.y, a.w + b.x);
        words[i] = small[127 - t];
    }
}
