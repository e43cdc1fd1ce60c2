// Carries that go from one statement to another: by macros, by functions, and for each thread of a block of two dimensions.
#include <cstdio>
#define ADD_CC(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADDC_CC(c, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADDC(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b));
typedef unsigned long long u64;
__device__ __forceinline__ unsigned sub_cc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ unsigned subc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("subc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ u64 mixed(unsigned a, u64 b) {  // a carry of 32 bits into a sum of 64
    unsigned low;
    u64 high;
    asm volatile("mad.lo.cc.u32 %0, %1, %1, %1;" : "=r"(low) : "r"(a));
    asm volatile("addc.u64 %0, %1, 0;" : "=l"(high) : "l"(b));
    return high + low;
}
__device__ __forceinline__ unsigned add_cc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ unsigned addc_cc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ unsigned addc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ __forceinline__ unsigned subc_cc(unsigned a, unsigned b) {
    unsigned r;
    asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ u64 sums(unsigned a, unsigned b) {  // sums that wrap take part: what they lose is not the link's carry
    add_cc(a, b);
    unsigned r = addc_cc(a + b, 0), s = addc(0, 0);
    add_cc(b, b);
    s = s * 2 + addc_cc(0, a + b), s = s * 2 + addc(0, 0);
    sub_cc(a, b);
    r ^= subc_cc(a - b, 0), s = s * 2 + (subc(0, 0) & 1);
    u64 w;
    asm volatile("add.cc.u64 %0, %1, %1;" : "=l"(w) : "l"((u64)a << 32 | b));
    ADDC_CC(w, (u64)(a + b) << 32 | 0xffffffffu, (u64)b)
    ADDC(w, w * 3, 0ull)
    return w ^ ((u64)s << 32 | r);
}
__device__ u64 crossed(unsigned a, unsigned b) {  // a subtraction takes an addition's carry for no borrow
    add_cc(a, b);
    unsigned r = subc(0, b);
    sub_cc(a, b);
    r = r * 3 + addc(0, b);
    add_cc(b, b);
    r = r * 3 + subc_cc(a, b);
    r = r * 3 + addc_cc(a, ~0u), r = r * 3 + subc(0, 0);
    unsigned s, t, u, v;
    asm volatile("add.cc.u32 %0, %2, %3; subc.cc.u32 %1, %3, %2; addc.cc.u32 %0, %0, 7;" : "=&r"(s), "=r"(t) : "r"(a), "r"(b));
    asm volatile("sub.cc.u32 %0, %3, %2; subc.cc.u32 %0, %2, %3; add.cc.u32 %1, %2, %3; addc.u32 %1, %1, %0;"
                 : "=&r"(u), "=&r"(v) : "r"(a), "r"(b));
    sub_cc(b, a);
    asm volatile("{ .reg .pred p; setp.gt.u32 p, %2, %1; @p add.cc.u32 %0, %0, %1; addc.u32 %0, %0, 0; }" : "+r"(r) : "r"(a), "r"(b));
    asm volatile("sub.cc.u32 %0, %1, %2; addc.cc.u32 %0, %0, %1; subc.u32 %0, %0, 1;" : "=&r"(a) : "r"(a), "r"(b));
    return ((u64)r << 32 | s) ^ (u64)t * 5 ^ (u64)u * 7 ^ ((u64)v << 30) ^ a;
}
__global__ void carries(const u64 *in, u64 *out) {
    int t = threadIdx.x + blockDim.x * threadIdx.y;
    u64 a = in[t], b = in[(t + 7) % 64], c0, c1, c2;
    ADD_CC(c0, a, b)
    for (int i = 0; i < 2; i++) ADDC_CC(c1, b, a)  // the carry goes round the loop
    ADDC(c2, a, 0ull)
    unsigned low = sub_cc((unsigned)a, (unsigned)b), high = subc((unsigned)(a >> 32), (unsigned)(b >> 32));
    out[t] = c0 ^ (c1 * 3) ^ (c2 * 5) ^ (((u64)high << 32 | low) * 7) ^ mixed((unsigned)a, b) * 11 ^
             sums((unsigned)(a >> 7), (unsigned)(b >> 9)) * 13 ^
             crossed((unsigned)(a >> 5), (unsigned)(b >> 8)) * 17;
}
int main() {
    u64 host[64], *in, *out;
    for (int i = 0; i < 64; i++) host[i] = 0x9e3779b97f4a7c15ull * (i + 1) ^ (i % 3 ? 0 : ~0ull << 20);
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    carries<<<1, dim3(8, 8)>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) printf("%016llx\n", host[i]);
}
