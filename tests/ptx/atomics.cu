// Atomic operations: red and atom, of global and shared memory, with orders and scopes.
__device__ inline unsigned address_of(const void *p) {
    return (unsigned)__cvta_generic_to_shared(p);
}
__global__ void reductions(const int *in, unsigned *sums, int *signeds, unsigned long long *longs, float *floats,
                           double *doubles, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int v = in[i] * 77 - 500;
    unsigned u = v;
    unsigned long long w = (unsigned long long)u * 5;
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(sums), "r"(u) : "memory");
    asm volatile("red.global.min.u32 [%0], %1;" ::"l"(sums + 1), "r"(u) : "memory");
    asm volatile("red.global.max.u32 [%0], %1;" ::"l"(sums + 2), "r"(u) : "memory");
    asm volatile("red.global.and.b32 [%0], %1;" ::"l"(sums + 3), "r"(u | 3) : "memory");
    asm volatile("red.global.or.b32 [%0], %1;" ::"l"(sums + 4), "r"(u & 0xff) : "memory");
    asm volatile("red.global.xor.b32 [%0], %1;" ::"l"(sums + 5), "r"(u) : "memory");
    asm volatile("red.global.inc.u32 [%0], %1;" ::"l"(sums + 6), "r"(97) : "memory");
    asm volatile("red.global.dec.u32 [%0], %1;" ::"l"(sums + 7), "r"(97) : "memory");
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(signeds), "r"(v) : "memory");
    asm volatile("red.global.min.s32 [%0], %1;" ::"l"(signeds + 1), "r"(v) : "memory");
    asm volatile("red.release.sys.global.max.s32 [%0], %1;" ::"l"(signeds + 2), "r"(v) : "memory");
    asm volatile("red.global.add.u64 [%0], %1;" ::"l"(longs), "l"(w) : "memory");
    asm volatile("red.global.max.u64 [%0], %1;" ::"l"(longs + 1), "l"(w) : "memory");
    asm volatile("red.global.min.s64 [%0], %1;" ::"l"(longs + 2), "l"((long long)v) : "memory");
    asm volatile("red.global.or.b64 [%0], %1;" ::"l"(longs + 3), "l"(w) : "memory");
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(floats), "f"(v * 0.5f) : "memory");
    asm volatile("red.global.add.f64 [%0], %1;" ::"l"(doubles), "d"(v * 0.25) : "memory");
}
__global__ void halves(unsigned *pair, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 256 || i >= n) return;
    unsigned small = 0x3c003c00u;  // 1.0 twice: sums up to 256 are exact
    pair[1] = 0;
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(pair + 2 + (i & 7) * 2), "r"((i & 1) ? small : 0u) : "memory");
}
__global__ void olds(unsigned *place, unsigned *out, unsigned long long *places, unsigned long long *outs, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    unsigned r, v = place[i] + 9, sum = 0;
    unsigned long long q, w = places[i] + 12345678901ull, wide = 0;
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(r) : "l"(place + i), "r"(v) : "memory");
    sum += r;
    asm volatile("atom.global.exch.b32 %0, [%1], %2;" : "=r"(r) : "l"(place + i), "r"(v * 3) : "memory");
    sum += 3 * r;
    asm volatile("atom.global.cas.b32 %0, [%1], %2, %3;" : "=r"(r) : "l"(place + i), "r"(v * 3), "r"(v & ~3) : "memory");
    sum += 5 * r;
    asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
                 : "=r"(r)
                 : "l"(place + i), "r"((i & 1) ? v & ~3 : 1), "r"(40)
                 : "memory");
    sum += 7 * r;
    asm volatile("atom.global.inc.u32 %0, [%1], %2;" : "=r"(r) : "l"(place + i), "r"(41) : "memory");
    sum += 11 * r;
    asm volatile("atom.global.dec.u32 %0, [%1], %2;" : "=r"(r) : "l"(place + i), "r"(5) : "memory");
    sum += 13 * r;
    asm volatile("atom.global.cta.min.s32 %0, [%1], %2;" : "=r"(r) : "l"(place + i), "r"(-7) : "memory");
    sum += 17 * r;
    asm volatile("atom.acquire.sys.global.xor.b32 %0, [%1], %2;" : "=r"(r) : "l"(place + i), "r"(99) : "memory");
    out[i] = sum + 19 * r;
    asm volatile("atom.global.add.u64 %0, [%1], %2;" : "=l"(q) : "l"(places + i), "l"(w) : "memory");
    wide += q;
    asm volatile("atom.global.max.s64 %0, [%1], %2;" : "=l"(q) : "l"(places + i), "l"(w * 5) : "memory");
    wide += 3 * q;
    asm volatile("atom.global.exch.b64 %0, [%1], %2;" : "=l"(q) : "l"(places + i), "l"(w * 7) : "memory");
    wide += 5 * q;
    asm volatile("atom.global.cas.b64 %0, [%1], %2, %3;" : "=l"(q) : "l"(places + i), "l"(w * 7), "l"(w) : "memory");
    outs[i] = wide + 7 * q;
}
__global__ void __launch_bounds__(128) shared_atomics(unsigned *out, int n) {
    __shared__ unsigned counters[4];
    __shared__ float sum;
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (t < 4) counters[t] = 0;
    if (t == 4) sum = 0;
    __syncthreads();
    unsigned old;
    asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(address_of(counters)), "r"(t) : "memory");
    asm volatile("atom.shared.add.u32 %0, [%1+4], 2;" : "=r"(old) : "r"(address_of(counters)) : "memory");
    asm volatile("red.shared.max.s32 [%0+8], %1;" ::"r"(address_of(counters)), "r"(t + (int)(old & 1)) : "memory");
    asm volatile("atom.shared.or.b32 %0, [%1], %2;" : "=r"(old) : "r"(address_of(counters + 3)), "r"(1 << (t & 31)) : "memory");
    asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(address_of(&sum)), "f"(t * 0.5f) : "memory");
    __syncthreads();
    if (i < n) out[i] = counters[t & 3] + (unsigned)sum;
}
