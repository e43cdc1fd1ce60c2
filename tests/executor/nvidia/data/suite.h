// What the kernels of suite_*.cu share. Each is launched as 2 blocks of 64 threads; thread i reads row i of `in` and
// writes rows i, 128 + i, 256 + i, ... of `out`, which is zero before. No result depends on the order of threads.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define KERNEL(name) extern "C" __global__ void name(const uint4 *in, uint4 *out, int n)
// The thread's number and row; a column of results.
#define ROW                                                                                                            \
  int i = blockIdx.x * 64 + threadIdx.x;                                                                               \
  uint4 v = in[i];
#define PUT(column, a, b, c, d) out[128 * (column) + i] = make_uint4(a, b, c, d)
#define PUT2(column, a, b) put2(out + 128 * (column) + i, a, b)
// One PTX instruction on registers of 16 (H), 32 (R) or 64 (L) bits, floats (F) or doubles (D); XY: from X to Y.
#define PTX1(op, T, d, s, a) ({ T r_; asm(op " %0,%1;" : "=" d(r_) : s(a)); r_; })
#define PTX2(op, T, d, s, a, b) ({ T r_; asm(op " %0,%1,%2;" : "=" d(r_) : s(a), s(b)); r_; })
#define PTX3(op, T, d, s, a, b, c) ({ T r_; asm(op " %0,%1,%2,%3;" : "=" d(r_) : s(a), s(b), s(c)); r_; })
#define R1(op, a) PTX1(op, unsigned, "r", "r", a)
#define R2(op, a, b) PTX2(op, unsigned, "r", "r", a, b)
#define R3(op, a, b, c) PTX3(op, unsigned, "r", "r", a, b, c)
#define L1(op, a) PTX1(op, u64, "l", "l", a)
#define L2(op, a, b) PTX2(op, u64, "l", "l", a, b)
#define L3(op, a, b, c) PTX3(op, u64, "l", "l", a, b, c)
#define F1(op, a) bits(PTX1(op, float, "f", "f", a))
#define F2(op, a, b) bits(PTX2(op, float, "f", "f", a, b))
#define F3(op, a, b, c) bits(PTX3(op, float, "f", "f", a, b, c))
#define D1(op, a) bits(PTX1(op, double, "d", "d", a))
#define D2(op, a, b) bits(PTX2(op, double, "d", "d", a, b))
#define D3(op, a, b, c) bits(PTX3(op, double, "d", "d", a, b, c))
#define FR(op, a) PTX1(op, unsigned, "r", "f", a)
#define FL(op, a) PTX1(op, u64, "l", "f", a)
#define FH(op, a) PTX1(op, unsigned short, "h", "f", a)
#define RF(op, a) bits(PTX1(op, float, "f", "r", a))
#define LF(op, a) bits(PTX1(op, float, "f", "l", a))
#define HF(op, a) bits(PTX1(op, float, "f", "h", a))
#define DR(op, a) PTX1(op, unsigned, "r", "d", a)
#define DL(op, a) PTX1(op, u64, "l", "d", a)
#define RD(op, a) bits(PTX1(op, double, "d", "r", a))
#define LD(op, a) bits(PTX1(op, double, "d", "l", a))
#define HR(op, a) PTX1(op, unsigned, "r", "h", a)
#define HL(op, a) PTX1(op, u64, "l", "h", a)
#define RH(op, a) PTX1(op, unsigned short, "h", "r", a)
#define LH(op, a) PTX1(op, unsigned short, "h", "l", a)

typedef unsigned long long u64;
typedef long long s64;
typedef unsigned __int128 u128;

// Bits of a result; all NaNs are one.
__device__ inline unsigned bits(float x) { return x != x ? 0x7fffffff : __float_as_uint(x); }
__device__ inline u64 bits(double x) { return x != x ? ~0ull >> 1 : (u64)__double_as_longlong(x); }
__device__ inline unsigned half_bits(unsigned x) { return (x & 0x7fff) > 0x7c00 ? 0x7fff : x & 0xffff; }
__device__ inline unsigned brain_bits(unsigned x) { return (x & 0x7fff) > 0x7f80 ? 0x7fff : x & 0xffff; }
__device__ inline unsigned halves(unsigned x) { return half_bits(x) | half_bits(x >> 16) << 16; }
__device__ inline unsigned brains(unsigned x) { return brain_bits(x) | brain_bits(x >> 16) << 16; }
__device__ inline float single(unsigned x) { return __uint_as_float(x); }
__device__ inline double wide(unsigned low, unsigned high) { return __hiloint2double(high, low); }
__device__ inline u64 word64(unsigned low, unsigned high) { return (u64)high << 32 | low; }
__device__ inline void put2(uint4 *to, u64 a, u64 b) {
  *to = make_uint4((unsigned)a, (unsigned)(a >> 32), (unsigned)b, (unsigned)(b >> 32));
}
