// Crypto-style code: lop3, prmt, shf, carry chains in PTX.
#include <cstdint>
#include <cstdio>
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 500
#define HAVE_LOP3 1
#endif
#endif
__device__ __forceinline__ uint32_t ch(uint32_t x, uint32_t y, uint32_t z) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 500
  uint32_t r;
  asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
  return r;
#else
  return (x & y) ^ (~x & z);
#endif
}
__device__ __forceinline__ uint32_t maj(uint32_t x, uint32_t y, uint32_t z) {
  uint32_t r;
  asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(r) : "r"(x), "r"(y), "r"(z));
  return r;
}
__device__ __forceinline__ uint32_t rotr(uint32_t x, int n) {
#if __CUDA_ARCH__ >= 320
  return __funnelshift_r(x, x, n);
#else
  return (x >> n) | (x << (32 - n));
#endif
}
__device__ __forceinline__ uint32_t bswap(uint32_t x) {
  uint32_t r;
  asm("prmt.b32 %0, %1, 0, 0x0123;" : "=r"(r) : "r"(x));
  return r;
}
__device__ __forceinline__ void add256(uint64_t *r, const uint64_t *a, const uint64_t *b) {
  asm("add.cc.u64 %0, %4, %8;\n\t"
      "addc.cc.u64 %1, %5, %9;\n\t"
      "addc.cc.u64 %2, %6, %10;\n\t"
      "addc.u64 %3, %7, %11;\n\t"
      : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]), "=l"(r[3])
      : "l"(a[0]), "l"(a[1]), "l"(a[2]), "l"(a[3]), "l"(b[0]), "l"(b[1]), "l"(b[2]), "l"(b[3]));
}
#define UADDO(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define UADDC(c, a, b)                                                                             \
  asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define UADD(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b));
#define UMULHI(hi, a, b) asm volatile("mul.hi.u64 %0, %1, %2;" : "=l"(hi) : "l"(a), "l"(b));
__device__ void add192(uint64_t *r, const uint64_t *a, const uint64_t *b) {
  UADDO(r[0], a[0], b[0]);
  UADDC(r[1], a[1], b[1]);
  UADD(r[2], a[2], b[2]);
}
__device__ __forceinline__ uint32_t mulmod(uint32_t a, uint32_t b, uint32_t p, uint32_t inv) {
  uint32_t lo, hi, m, t;
  asm("{\n\t"
      ".reg .u64 w;\n\t"
      "mul.wide.u32 w, %4, %5;\n\t"
      "mov.b64 {%0, %1}, w;\n\t"
      "mul.lo.u32 %2, %0, %7;\n\t"
      "mul.hi.u32 %3, %2, %6;\n\t"
      "}"
      : "=&r"(lo), "=&r"(hi), "=&r"(m), "=&r"(t)
      : "r"(a), "r"(b), "r"(p), "r"(inv));
  uint32_t res = hi - t;
  return (int32_t)res < 0 ? res + p : res;
}
__global__ void work(uint32_t *out, uint64_t *big) {
  uint32_t t = threadIdx.x, a = t * 0x9E3779B9u, b = ~a ^ (t << 7), c = a * b;
  for (int i = 0; i < 16; i++) {
    uint32_t s = rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22);
    uint32_t n = ch(a, b, c) + maj(a, b, c) + s + i;
    c = b;
    b = a;
    a = n;
  }
  uint64_t hi;
  UMULHI(hi, (uint64_t)a << 32 | b, (uint64_t)c << 32 | a);
  out[t] =
      bswap(a) ^ (uint32_t)hi ^ mulmod(a & 0x3fffffff, b & 0x3fffffff, 0x7fffffffu, 0x7fffffffu);
  uint64_t x[4] = {~0ull, ~0ull - t, t, hi}, y[4] = {1, t, ~0ull, a}, r[4];
  add256(r, x, y);
  for (int i = 0; i < 4; i++)
    big[t * 7 + i] = r[i];
  add192(r, x, y);
  for (int i = 0; i < 3; i++)
    big[t * 7 + 4 + i] = r[i];
}
int main() {
  uint32_t *d, h[96];
  uint64_t *g, b[96 * 7];
  cudaMalloc(&d, sizeof h);
  cudaMalloc(&g, sizeof b);
  work<<<1, 96>>>(d, g);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(b, g, sizeof b, cudaMemcpyDeviceToHost);
  uint32_t s = 0;
  uint64_t q = 0;
  for (int i = 0; i < 96; i++)
    s = s * 31 + h[i];
  for (int i = 0; i < 96 * 7; i++)
    q = q * 1099511628211ull + b[i];
  printf("%08x %016llx\n", s, (unsigned long long)q);
}
