// Loads, stores, copies and atomic operations.
#include <cuda/atomic>

#include "suite.h"

#define SHARED_AT(p) ((unsigned)__cvta_generic_to_shared(p))
#define LOAD(op, T, q, p) ({ T r_; asm volatile(op " %0,[%1];" : "=" q(r_) : "l"(p) : "memory"); r_; })
#define LOADS(op, p) ({ uint4 r_; asm volatile(op " {%0,%1,%2,%3},[%4];" : "=r"(r_.x), "=r"(r_.y), "=r"(r_.z), "=r"(r_.w) : "l"(p) : "memory"); r_; })
#define LOAD_SHARED(op, T, q, p) ({ T r_; asm volatile(op " %0,[%1];" : "=" q(r_) : "r"(p) : "memory"); r_; })
#define STORE(op, q, p, v) asm volatile(op " [%0],%1;" ::"l"(p), q(v) : "memory")
#define STORE_SHARED(op, q, p, v) asm volatile(op " [%0],%1;" ::"r"(p), q(v) : "memory")

KERNEL(m_loads) {
  ROW;
  const char *p = (const char *)(in + (v.x & 127));
  PUT(0, LOAD("ld.global.u8", unsigned, "r", p + 1), LOAD("ld.global.s8", unsigned, "r", p + 2), LOAD("ld.global.u16", unsigned, "r", p + 2), LOAD("ld.global.s16", unsigned, "r", p + 6));
  u64 l = LOAD("ld.global.u64", u64, "l", p + 8);
  uint4 w = LOADS("ld.global.v4.u32", p);
  PUT2(1, l, word64(w.x, w.z));
  uint4 q = LOADS("ld.global.nc.v4.u32", p);
  PUT(2, LOAD("ld.global.nc.u8", unsigned, "r", p + 3), LOAD("ld.global.nc.s16", unsigned, "r", p + 4), LOAD("ld.global.nc.u32", unsigned, "r", p + 4), q.w + q.y);
}
KERNEL(m_cached_loads) {
  ROW;
  const char *p = (const char *)(in + (v.y & 127));
  PUT(0, LOAD("ld.global.ca.u32", unsigned, "r", p), LOAD("ld.global.cg.u32", unsigned, "r", p + 4), LOAD("ld.global.cs.u32", unsigned, "r", p + 8), LOAD("ld.global.lu.u32", unsigned, "r", p + 12));
  PUT(1, LOAD("ld.global.cv.u32", unsigned, "r", p), LOAD("ld.volatile.global.u16", unsigned, "r", p + 2), LOAD("ld.global.L1::evict_first.u32", unsigned, "r", p + 8), LOAD("ld.global.L1::evict_last.u32", unsigned, "r", p + 12));
  PUT(2, LOAD("ld.global.L1::no_allocate.u32", unsigned, "r", p), LOAD("ld.global.L2::64B.u32", unsigned, "r", p + 4), LOAD("ld.global.L2::128B.u32", unsigned, "r", p + 8), LOAD("ld.global.L2::256B.u32", unsigned, "r", p + 12));
  PUT2(3, LOAD("ld.global.nc.L1::no_allocate.L2::128B.u64", u64, "l", p), LOAD("ld.global.L1::evict_unchanged.u64", u64, "l", p + 8));
}
KERNEL(m_predicated_loads) {
  ROW;
  unsigned r = 7, s = 9;
  u64 l = 11;
  const char *p = (const char *)(in + (v.z & 127));
  asm volatile("{.reg .pred p;setp.lt.s32 p,%4,%5;@p ld.global.u32 %0,[%3];@!p ld.global.nc.u8 %1,[%3+5];@p ld.global.u64 %2,[%3+8];}" : "+r"(r), "+r"(s), "+l"(l) : "l"(p), "r"(v.x), "r"(v.y));
  PUT2(0, word64(r, s), l);
}
KERNEL(m_stores) {
  ROW;
  char *p = (char *)(out + i);
  STORE("st.global.u8", "r", p + 1, v.x);
  STORE("st.global.u16", "r", p + 2, v.y);
  STORE("st.global.u32", "r", p + 4, v.z);
  STORE("st.global.u64", "l", p + 8, word64(v.x, v.w));
  p += 2048;
  STORE("st.global.wb.u8", "r", p, v.x);
  STORE("st.global.cg.u32", "r", p + 4, v.y);
  STORE("st.global.cs.u32", "r", p + 8, v.z);
  STORE("st.global.wt.u32", "r", p + 12, v.w);
  p += 2048;
  STORE("st.volatile.global.u16", "r", p, v.x);
  STORE("st.global.L1::no_allocate.u32", "r", p + 4, v.y);
  STORE("st.global.L1::evict_first.u32", "r", p + 8, v.z);
  STORE("st.global.L1::evict_last.u32", "r", p + 12, v.w);
  asm volatile("st.global.v2.u32 [%0],{%1,%2};st.global.v2.u32 [%0+8],{%2,%1};" ::"l"(p + 2048), "r"(v.x), "r"(v.y) : "memory");
}
KERNEL(m_shared) {
  __shared__ __align__(16) char s[64 * 16];
  ROW;
  unsigned at = SHARED_AT(s + 16 * threadIdx.x), from = SHARED_AT(s + 16 * (threadIdx.x ^ 21));
  STORE_SHARED("st.shared.u8", "r", at, v.x);
  STORE_SHARED("st.shared.u8", "r", at + 1, v.w);
  STORE_SHARED("st.shared.u16", "r", at + 2, v.y);
  STORE_SHARED("st.shared.u32", "r", at + 4, v.z);
  STORE_SHARED("st.shared.u64", "l", at + 8, word64(v.w, v.x));
  __syncthreads();
  PUT(0, LOAD_SHARED("ld.shared.u8", unsigned, "r", from + 1), LOAD_SHARED("ld.shared.s8", unsigned, "r", from), LOAD_SHARED("ld.shared.u16", unsigned, "r", from + 2), LOAD_SHARED("ld.shared.s16", unsigned, "r", from + 4));
  PUT2(1, LOAD_SHARED("ld.shared.u64", u64, "l", from + 8), LOAD_SHARED("ld.volatile.shared.u32", unsigned, "r", from + 4));
  __syncthreads();
  ((uint4 *)s)[threadIdx.x] = v;
  __syncthreads();
  out[256 + i] = ((uint4 *)s)[63 - threadIdx.x];
}
KERNEL(m_transposed) {
  __shared__ unsigned s[8][9];
  __shared__ ushort2 h[64];
  ROW;
  unsigned t = threadIdx.x;
  s[t / 8][t % 8] = v.x;
  h[t] = make_ushort2(v.y, v.z);
  __syncthreads();
  PUT(0, s[t % 8][t / 8], h[t * 5 & 63].y, h[(t + 9) & 63].x, s[7 - t / 8][t & 7]);
}
KERNEL(m_local) {
  ROW;
  char c[16];
  short h[8];
  uint4 q[3];
  u64 l[4];
#pragma unroll 1
  for (int k = 0; k < 16; k++) c[k] = (char)(v.x >> (k & 7)), h[k & 7] = (short)(v.y >> k), l[k & 3] = word64(v.z, k), q[k % 3] = make_uint4(k, v.w, k, v.x);
  uint4 w = q[v.x % 3];
  PUT(0, (unsigned)c[v.x & 15], (unsigned char)c[v.y & 15], (unsigned)h[v.z & 7], (unsigned short)h[v.w & 7]);
  PUT2(1, l[v.x & 3], word64(w.x + w.z, w.y ^ w.w));
}
KERNEL(m_generic) {
  __shared__ unsigned s[64];
  __device__ static unsigned g[16] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597};
  ROW;
  unsigned l[4] = {v.x, v.y, v.z, v.w};
  s[threadIdx.x] = v.x;
  __syncthreads();
  void *p = v.y % 3 == 0 ? (void *)&s[v.z & 63] : v.y % 3 == 1 ? (void *)&g[v.z & 15] : (void *)&l[v.z & 3];
  PUT(0, LOAD("ld.u8", unsigned, "r", p), LOAD("ld.s8", unsigned, "r", p), LOAD("ld.u16", unsigned, "r", p), LOAD("ld.s16", unsigned, "r", p));
  PUT(1, LOAD("ld.u32", unsigned, "r", p), LOAD("ld.volatile.u32", unsigned, "r", p), 0, 0);
  __syncthreads();
  uint4 *o = v.y & 1 ? out + 256 + i : (uint4 *)l;
  STORE("st.u8", "r", (char *)o, v.x);
  STORE("st.u16", "r", (char *)o + 2, v.y);
  STORE("st.u32", "r", (char *)o + 4, v.z);
  STORE("st.u64", "l", (char *)o + 8, word64(v.w, v.z));
  if (!(v.y & 1)) out[256 + i] = make_uint4(l[0] & 0xffff00ff, l[1], l[2], l[3]);
}
KERNEL(m_spaces) {
  __shared__ unsigned s[2];
  __constant__ static unsigned k[2] = {3, 4};
  ROW;
  unsigned l[2] = {v.x, v.y};
  s[threadIdx.x & 1] = 5;
  void *p = i % 3 == 0 ? (void *)&s[v.z & 1] : i % 3 == 1 ? (void *)(out + 128 + i) : (void *)&l[v.z & 1];
  PUT(0, __isShared(p), __isGlobal(p), __isLocal(p), i % 3 == 2 ? *(unsigned *)p : k[v.z & 1]);
}
__constant__ unsigned char table8[32] = {0, 3, 200, 7, 90, 255, 128, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13};
__constant__ short table16[16] = {-1, 2, -3, 4, 500, -600, 7000, -8000};
__constant__ u64 table64[8] = {1, 1ull << 63, 0x123456789abcdefull, ~0ull, 42};
__constant__ uint4 table128[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};
__constant__ float tablef[4] = {0.5f, -1.5f, 3e38f, 1e-40f};
KERNEL(m_constants) {
  ROW;
  PUT(0, table8[v.x & 31], (unsigned)(signed char)table8[v.y & 31], (unsigned)table16[v.z & 15], (unsigned short)table16[v.w & 15]);
  PUT2(1, table64[v.x & 7] + table64[2], table64[3] ^ table64[threadIdx.x & 7]);
  uint4 w = table128[v.y & 3];
  PUT(2, w.x + w.w, w.y * w.z, bits(tablef[v.z & 3] * 2.0f), table128[1].y);
}
__device__ unsigned filled[128] = {7, 8, 9}, empty_words[128];
__device__ uint4 *volatile where = nullptr;
__device__ const unsigned *to_filled = filled + 1;
KERNEL(m_variables) {
  ROW;
  empty_words[i] = v.x + filled[i];
  __threadfence();
  PUT(0, empty_words[i], to_filled[i & 63], where == nullptr, filled[1]);
}
KERNEL(m_scopes) {
  ROW;
  char *p = (char *)(out + 128 + i);
  STORE("st.relaxed.cta.global.u32", "r", p, v.x);
  STORE("st.relaxed.gpu.global.u32", "r", p + 4, v.y);
  STORE("st.release.gpu.global.u32", "r", p + 8, v.z);
  STORE("st.release.sys.global.u32", "r", p + 12, v.w);
  asm volatile("fence.acq_rel.cta;fence.acq_rel.gpu;fence.sc.cta;fence.sc.gpu;fence.sc.sys;membar.cta;membar.gl;membar.sys;" ::: "memory");
  PUT(0, LOAD("ld.relaxed.cta.global.u32", unsigned, "r", p), LOAD("ld.acquire.cta.global.u32", unsigned, "r", p + 4), LOAD("ld.acquire.gpu.global.u32", unsigned, "r", p + 8), LOAD("ld.acquire.sys.global.u32", unsigned, "r", p + 12));
}
KERNEL(m_generic_scopes) {
  __shared__ unsigned s[64];
  ROW;
  unsigned *p = v.x & 1 ? &s[threadIdx.x] : (unsigned *)(out + 128 + i);
  STORE("st.relaxed.sys.u32", "r", p, v.y);
  unsigned r = LOAD("ld.relaxed.gpu.u32", unsigned, "r", p);
  STORE("st.release.cta.u32", "r", p, v.z);
  PUT(0, r, LOAD("ld.acquire.gpu.u32", unsigned, "r", p), 0, 0);
}
KERNEL(m_volatile) {
  __shared__ volatile unsigned s[64];
  ROW;
  volatile uint4 *o = (volatile uint4 *)out + i;
  o->x = v.x;
  o->y = o->x + 1;
  s[threadIdx.x] = v.z;
  o->z = s[threadIdx.x] + s[threadIdx.x];
  const volatile unsigned char *c = (const volatile unsigned char *)(in + i);
  o->w = c[3] + c[7] * 256;
}
KERNEL(m_copied) {
  ROW;
  char l[48];
  memset(l, v.x & 0xff, 48);
  memcpy(l + 5, in + i, 13);
  memcpy(l + 20 + (v.y & 3), in + (i ^ 1), 16);
  memcpy(out + i, l, 16);
  memcpy(out + 128 + i, l + 16, 16);
  memcpy(out + 256 + i, l + 32, 16);
}
#define COPY(op, to, from, size) asm volatile(op " [%0],[%1]," #size ";" ::"r"(to), "l"(from) : "memory")
KERNEL(m_asynchronous) {
  __shared__ __align__(16) uint4 s[2][64];
  ROW;
  unsigned a = SHARED_AT(&s[0][threadIdx.x]), b = SHARED_AT(&s[1][threadIdx.x]);
  s[0][threadIdx.x] = v;
  COPY("cp.async.ca.shared.global", a, (const char *)(in + i) + 4, 4);
  COPY("cp.async.ca.shared.global", a + 8, in + i, 8);
  asm volatile("cp.async.commit_group;");
  COPY("cp.async.cg.shared.global", b, in + (i ^ 5), 16);
  asm volatile("cp.async.commit_group;cp.async.wait_group 1;" ::: "memory");
  __syncthreads();
  out[i] = s[0][63 - threadIdx.x];
  asm volatile("cp.async.wait_group 0;cp.async.wait_all;" ::: "memory");
  __syncthreads();
  out[128 + i] = s[1][threadIdx.x ^ 3];
}
KERNEL(m_asynchronous_parts) {
  __shared__ __align__(16) uint4 s[3][64];
  ROW;
  unsigned a = SHARED_AT(&s[0][threadIdx.x]), b = SHARED_AT(&s[1][threadIdx.x]), c = SHARED_AT(&s[2][threadIdx.x]);
  for (int k = 0; k < 3; k++) s[k][threadIdx.x] = make_uint4(1, 2, 3, 4);
  asm volatile("cp.async.cg.shared.global [%0],[%1],16,%2;" ::"r"(a), "l"(in + i), "r"(v.x & 15) : "memory");
  asm volatile("cp.async.ca.shared.global [%0],[%1],8,%2;" ::"r"(b), "l"(in + i), "r"(v.y & 7) : "memory");
  asm volatile("cp.async.ca.shared.global [%0],[%1],4,%2;" ::"r"(b + 8), "l"(in + i), "r"(v.z & 3) : "memory");
  asm volatile("{.reg .pred p;setp.ne.u32 p,%2,0;cp.async.cg.shared.global.L2::128B [%0],[%1],16,p;}" ::"r"(c), "l"(in + i), "r"(v.w & 1) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[i] = s[0][threadIdx.x];
  out[128 + i] = s[1][threadIdx.x];
  out[256 + i] = s[2][threadIdx.x];
}
KERNEL(m_matrices) {
  __shared__ __align__(16) uint4 s[64];
  ROW;
  s[threadIdx.x] = v;
  __syncthreads();
  unsigned a = SHARED_AT(&s[(threadIdx.x * 7 + 3) & 63]), r[7], t[7];
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0},[%7];ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%1,%2},[%7];ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%3,%4,%5,%6},[%7];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]) : "r"(a) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0},[%7];ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%1,%2},[%7];ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%3,%4,%5,%6},[%7];"
               : "=r"(t[0]), "=r"(t[1]), "=r"(t[2]), "=r"(t[3]), "=r"(t[4]), "=r"(t[5]), "=r"(t[6]) : "r"(a) : "memory");
  PUT(0, r[0], r[1], r[2], t[0]);
  PUT(1, r[3], r[4], r[5], r[6]);
  PUT(2, t[1], t[2], t[3], t[4]);
  PUT(3, t[5], t[6], 0, 0);
}
KERNEL(m_stored_matrices_90) {
#if __CUDA_ARCH__ >= 900
  __shared__ __align__(16) uint4 s[2][128];
  ROW;
  unsigned w = threadIdx.x / 32, l = threadIdx.x % 32, a = SHARED_AT(&s[w][l]), b = SHARED_AT(&s[w][32 + l]);
  for (int k = 0; k < 4; k++) s[w][32 * k + l] = make_uint4(k, l, 0, 0);
  __syncwarp();
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0],{%1,%2,%3,%4};" ::"r"(a), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0],{%1,%2,%3,%4};" ::"r"(b), "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0],{%1};" ::"r"(SHARED_AT(&s[w][64 + l])), "r"(v.z) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0],{%1,%2};" ::"r"(SHARED_AT(&s[w][96 + l])), "r"(v.x), "r"(v.w) : "memory");
  __syncwarp();
  for (int k = 0; k < 4; k++) out[128 * k + i] = s[w][32 * k + l];
#endif
}
KERNEL(m_moved_matrix) {
  ROW;
  PUT(0, R1("movmatrix.sync.aligned.m8n8.trans.b16", v.x), R1("movmatrix.sync.aligned.m8n8.trans.b16", v.w), 0, 0);
}
KERNEL(m_prefetched) {
  ROW;
  asm volatile("prefetch.global.L1 [%0];prefetch.global.L2 [%0];prefetchu.L1 [%0];prefetch.global.L2::evict_last [%0];" ::"l"(in + (v.x & 127)));
  out[i] = in[v.x & 127];
}

// Atomic operations: where every thread has a place of its own, what was there before; else what is there at last.
#define ATOM(op, q, T, p, x) ({ T r_; asm volatile(op " %0,[%1],%2;" : "=" q(r_) : "l"(p), q(x) : "memory"); r_; })
#define ATOM_SHARED(op, q, T, p, x) ({ T r_; asm volatile(op " %0,[%1],%2;" : "=" q(r_) : "r"(SHARED_AT(p)), q(x) : "memory"); r_; })
#define RED(op, q, p, x) asm volatile(op " [%0],%1;" ::"l"(p), q(x) : "memory")
#define EVERY(atom, w, space)                                                                                          \
  w[0] = v.x, w[1] = v.y, w[2] = v.z, w[3] = v.w;                                                                      \
  PUT(0, atom("atom." space ".add.u32", "r", unsigned, w, v.y), atom("atom." space ".min.u32", "r", unsigned, w + 1, v.z), atom("atom." space ".max.u32", "r", unsigned, w + 2, v.w), atom("atom." space ".exch.b32", "r", unsigned, w + 3, v.x));                          \
  PUT(1, atom("atom." space ".and.b32", "r", unsigned, w, v.z), atom("atom." space ".or.b32", "r", unsigned, w + 1, v.w), atom("atom." space ".xor.b32", "r", unsigned, w + 2, v.x), atom("atom." space ".min.s32", "r", unsigned, w + 3, v.y));                            \
  PUT(2, atom("atom." space ".inc.u32", "r", unsigned, w, v.x), atom("atom." space ".dec.u32", "r", unsigned, w + 1, v.z), atom("atom." space ".max.s32", "r", unsigned, w + 2, v.y), atom("atom." space ".add.s32", "r", unsigned, w + 3, v.x));                           \
  PUT(3, w[0], w[1], w[2], w[3])
KERNEL(a_global) {
  ROW;
  unsigned *w = (unsigned *)(out + 512 + i);
  EVERY(ATOM, w, "global");
}
KERNEL(a_shared) {
  __shared__ unsigned s[256];
  ROW;
  unsigned *w = s + 4 * threadIdx.x;
  EVERY(ATOM_SHARED, w, "shared");
}
KERNEL(a_generic) {
  __shared__ unsigned s[256];
  ROW;
  unsigned *w = v.x & 1 ? s + 4 * threadIdx.x : (unsigned *)(out + 512 + i);
  w[0] = v.x, w[1] = v.y, w[2] = v.z, w[3] = v.w;
  PUT(0, ATOM("atom.add.u32", "r", unsigned, w, v.y), ATOM("atom.min.s32", "r", unsigned, w + 1, v.z), ATOM("atom.exch.b32", "r", unsigned, w + 2, v.x), ATOM("atom.inc.u32", "r", unsigned, w + 3, v.y));
  PUT2(1, ATOM("atom.add.u64", "l", u64, (u64 *)w, word64(v.z, v.w)), ATOM("atom.or.b64", "l", u64, (u64 *)w + 1, word64(v.x, v.w)));
  PUT(2, w[0], w[1], w[2], w[3]);
}
#define EVERY_LONG(atom, w, space)                                                                                     \
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w);                                                                      \
  w[0] = a, w[1] = b;                                                                                                  \
  PUT2(0, atom("atom." space ".add.u64", "l", u64, w, b), atom("atom." space ".min.u64", "l", u64, w + 1, a));         \
  PUT2(1, atom("atom." space ".max.s64", "l", u64, w, b), atom("atom." space ".and.b64", "l", u64, w + 1, a));         \
  PUT2(2, atom("atom." space ".xor.b64", "l", u64, w, b), atom("atom." space ".or.b64", "l", u64, w + 1, b));          \
  PUT2(3, atom("atom." space ".exch.b64", "l", u64, w, a), atom("atom." space ".min.s64", "l", u64, w + 1, b));        \
  PUT2(4, atom("atom." space ".max.u64", "l", u64, w, b), 0ull);                                                       \
  PUT2(5, w[0], w[1])
KERNEL(a_long_global) {
  ROW;
  u64 *w = (u64 *)(out + 768 + i);
  EVERY_LONG(ATOM, w, "global");
}
KERNEL(a_long_shared) {
  __shared__ u64 s[128];
  ROW;
  u64 *w = s + 2 * threadIdx.x;
  EVERY_LONG(ATOM_SHARED, w, "shared");
}
KERNEL(a_swapped) {
  __shared__ u64 s[128];
  ROW;
  unsigned *w = (unsigned *)(out + 512 + i);
  u64 *l = s + 2 * threadIdx.x;
  w[0] = v.x, w[1] = v.y, w[2] = v.z, l[0] = word64(v.x, v.y), l[1] = word64(v.z, v.w);
  unsigned want = v.w & 1 ? v.x : v.x ^ 5;
  u64 wide_want = v.w & 2 ? l[0] : 77;
  PUT(0, atomicCAS(w, want, v.z), atomicCAS((unsigned short *)w + 2, (unsigned short)(v.w & 4 ? v.y : 9), (unsigned short)v.z), atomicCAS((unsigned *)l + 2, v.w & 8 ? v.z : 3, v.x), w[0] + w[1]);
  PUT2(1, atomicCAS(l, wide_want, 5ull), atomicCAS((u64 *)(w + 2), v.z, 6ull));
  PUT2(2, l[0], l[1]);
  PUT2(3, *(u64 *)(w + 2), *(u64 *)w);
}
KERNEL(a_reduced) {
  ROW;
  unsigned *w = (unsigned *)(out + 512);
  RED("red.global.add.u32", "r", w, v.x);
  RED("red.global.max.s32", "r", w + 1, v.y);
  RED("red.global.max.u32", "r", w + 2, v.z);
  RED("red.global.or.b32", "r", w + 3, v.x & v.y);
  RED("red.global.xor.b32", "r", w + 4, v.z);
  RED("red.global.inc.u32", "r", w + 5, 1000);
  RED("red.global.min.s32", "r", w + 6, v.y);
  RED("red.global.and.b32", "r", w + 7, v.w);
  RED("red.global.dec.u32", "r", w + 8, 500);
  RED("red.global.min.u32", "r", w + 9, v.w);
  u64 l = word64(v.x, v.y), *q = (u64 *)(out + 516);
  RED("red.global.add.u64", "l", q, l);
  RED("red.global.max.u64", "l", q + 1, l);
  RED("red.global.max.s64", "l", q + 2, l);
  RED("red.global.or.b64", "l", q + 3, l);
  RED("red.global.xor.b64", "l", q + 4, l);
  RED("red.global.min.s64", "l", q + 5, l);
  RED("red.relaxed.sys.global.add.u64", "l", q + 6, l & 0xffff);
  RED("red.relaxed.cta.global.add.u32", "r", (unsigned *)(out + 524 + blockIdx.x), v.y);
}
KERNEL(a_generic_reduced) {
  __shared__ unsigned s[4];
  ROW;
  if (threadIdx.x < 4) s[threadIdx.x] = 0;
  __syncthreads();
  unsigned *w = v.x & 1 ? s : (unsigned *)(out + 512);
  RED("red.add.u32", "r", w, v.y);
  RED("red.max.s32", "r", w + 1, v.z);
  RED("red.xor.b32", "r", w + 2, v.w);
  __syncthreads();
  PUT(0, s[0], s[1], s[2], 0);
}
KERNEL(a_shared_histogram) {
  __shared__ unsigned s[16], extremes[4];
  ROW;
  if (threadIdx.x < 16) s[threadIdx.x] = 0;
  if (threadIdx.x < 4) extremes[threadIdx.x] = threadIdx.x & 1 ? 0 : ~0u >> 1;
  __syncthreads();
  atomicAdd(&s[v.x & 7], 1);
  atomicInc(&s[8 + (v.y & 3)], 5);
  atomicAdd(&s[12], v.z);
  atomicAdd(&s[13], 1);
  atomicMin(&extremes[0], v.x);
  atomicMax(&extremes[1], v.y);
  atomicMin((int *)&extremes[2], (int)v.z);
  atomicMax((int *)&extremes[3], (int)v.w);
  atomicOr(&s[14], v.w);
  atomicXor(&s[15], v.z);
  __syncthreads();
  PUT(0, s[threadIdx.x & 15], extremes[threadIdx.x & 3], 0, 0);
}
KERNEL(a_floats) {
  __shared__ float s[2];
  __shared__ double d[2];
  ROW;
  if (threadIdx.x < 2) s[threadIdx.x] = 0, d[threadIdx.x] = 0;
  __syncthreads();
  float f = (float)((int)v.x >> 20) * 0.25f;
  double g = (double)(int)v.y * 0.5;
  float *w = (float *)(out + 512);
  double *x = (double *)(out + 513);
  atomicAdd(w, f);
  atomicAdd(x, g);
  atomicAdd(&s[v.z & 1], f);
  atomicAdd(&d[v.z & 1], g);
  RED("red.global.add.f32", "f", w + 1, f);
  float *own = (float *)(out + 640 + i);
  *own = single(v.z & 0xbfffffff);
  float old = atomicAdd(own, single(v.w & 0xbfffffff));
  double *mine = (double *)(out + 640 + i) + 1;
  *mine = wide(v.x, v.y & 0xbfffffff);
  double before = atomicAdd(mine, 1.5);
  __syncthreads();
  PUT(0, bits(s[0]), bits(s[1]), bits(old), bits(atomicExch(own, 0.0f)));
  PUT2(1, bits(d[0]), bits(d[1]));
  PUT2(2, bits(before), bits(*mine));
  *own = 0, *mine = 0;
}
KERNEL(a_halves) {
  ROW;
  unsigned *w = (unsigned *)(out + 640 + i);
  w[0] = v.x & 0xbfffbfff, w[1] = v.y & 0xbfffbfff, w[2] = v.z & 0xbfff, w[3] = v.w & 0xbfff;
  unsigned a = 0x3c00c200, b = 0x3f80c040, r, s;
  unsigned short h, g;
  asm volatile("atom.global.add.noftz.f16x2 %0,[%1],%2;" : "=r"(r) : "l"(w), "r"(a) : "memory");
#if __CUDA_ARCH__ >= 900
  asm volatile("atom.global.add.noftz.bf16x2 %0,[%1],%2;" : "=r"(s) : "l"(w + 1), "r"(b) : "memory");
#else
  s = *(unsigned *)&(const __nv_bfloat162 &)atomicAdd((__nv_bfloat162 *)(w + 1), *(__nv_bfloat162 *)&b);
#endif
  asm volatile("atom.global.add.noftz.f16 %0,[%1],%2;" : "=h"(h) : "l"(w + 2), "h"((unsigned short)a) : "memory");
  g = __bfloat16_as_ushort(atomicAdd((__nv_bfloat16 *)(w + 3), __ushort_as_bfloat16(b & 0xffff)));
  PUT(0, halves(r), brains(s), half_bits(h), brain_bits(g));
  PUT(1, halves(w[0]), brains(w[1]), half_bits(w[2]), brain_bits(w[3]));
  w[0] = w[1] = w[2] = w[3] = 0;
  asm volatile("red.global.add.noftz.f16x2 [%0],%1;" ::"l"(out + 512), "r"(0x3c004000) : "memory");
}
KERNEL(a_vectors_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  float x = (float)((int)v.x >> 24), y = (float)((int)v.y >> 24);
  asm volatile("red.global.add.v4.f32 [%0],{%1,%2,%1,%2};" ::"l"(out + 512), "f"(x), "f"(y) : "memory");
  asm volatile("red.global.add.v2.f32 [%0],{%1,%2};" ::"l"(out + 513), "f"(y), "f"(x) : "memory");
  asm volatile("red.global.add.noftz.v4.f16x2 [%0],{%1,%1,%1,%1};" ::"l"(out + 514), "r"(0x3c004000) : "memory");
  asm volatile("red.global.add.noftz.v2.f16x2 [%0],{%1,%1};" ::"l"(out + 515), "r"(0x3c00c000) : "memory");
  float r[4];
  float *w = (float *)(out + 640 + i);
  w[0] = x;
  asm volatile("atom.global.v4.f32.add {%0,%1,%2,%3},[%4],{%5,%6,%5,%6};" : "=f"(r[0]), "=f"(r[1]), "=f"(r[2]), "=f"(r[3]) : "l"(w), "f"(x), "f"(y) : "memory");
  PUT(0, bits(r[0]), bits(r[1]), bits(w[0]), bits(w[3]));
#endif
}
KERNEL(a_wide_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  u64 *w = (u64 *)(out + 640 + i), a, b, c, d;
  w[0] = word64(v.x, v.y), w[1] = word64(v.z, v.w);
  u64 want = v.x & 1 ? w[0] : 3;
  asm volatile("{.reg .b128 x,y,z;mov.b128 x,{%3,%4};mov.b128 y,{%5,%6};atom.global.cas.b128 z,[%2],x,y;mov.b128 {%0,%1},z;}" : "=l"(a), "=l"(b) : "l"(w), "l"(want), "l"(w[1]), "l"(7ull), "l"(9ull) : "memory");
  PUT2(0, a, b);
  PUT2(1, w[0], w[1]);
  asm volatile("{.reg .b128 x,z;mov.b128 x,{%3,%4};atom.global.exch.b128 z,[%2],x;mov.b128 {%0,%1},z;}" : "=l"(c), "=l"(d) : "l"(w), "l"(11ull), "l"(word64(v.z, 1)) : "memory");
  PUT2(2, c, d);
#endif
}
KERNEL(a_scopes) {
  ROW;
  unsigned *w = (unsigned *)(out + 640 + i);
  PUT(0, ATOM("atom.relaxed.cta.global.add.u32", "r", unsigned, w, v.x), ATOM("atom.acquire.gpu.global.add.u32", "r", unsigned, w, v.y), ATOM("atom.release.sys.global.add.u32", "r", unsigned, w, v.z), ATOM("atom.acq_rel.gpu.global.exch.b32", "r", unsigned, w, 0));
}
KERNEL(a_library) {
  __shared__ unsigned s;
  ROW;
  if (threadIdx.x == 0) s = 0;
  __syncthreads();
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> in_block(s);
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> on_device(((unsigned *)(out + 512))[0]);
  cuda::atomic_ref<u64, cuda::thread_scope_system> everywhere(((u64 *)(out + 513))[0]);
  cuda::atomic_ref<int, cuda::thread_scope_device> largest(((int *)(out + 514))[0]);
  in_block.fetch_add(v.x & 255, cuda::memory_order_relaxed);
  on_device.fetch_add(v.y);
  everywhere.fetch_xor(word64(v.x, v.w), cuda::memory_order_acq_rel);
  largest.fetch_max((int)v.z);
  __syncthreads();
  unsigned expected = v.x;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> own(((unsigned *)(out + 128 + i))[1]);
  own.store(v.x & 4 ? v.x : 1);
  bool done = own.compare_exchange_strong(expected, v.z);
  PUT(0, in_block.load(), done, expected, own.load(cuda::memory_order_acquire));
}
