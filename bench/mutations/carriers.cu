// Where the mutated instructions come from: straight-line kernels of one launch of 64 threads, with varied arithmetic.
// Each takes four words of `in` per thread and gives what it computes to `out`; `bench.mutations` takes all
// instructions of them but loads, stores, branches and barriers.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define KERNEL(name) extern "C" __global__ void name(const uint4 *in, uint4 *out, int n)
#define START                                                                                                      \
  uint4 v = in[threadIdx.x];                                                                                       \
  unsigned *to = reinterpret_cast<unsigned *>(out) + 64 * threadIdx.x;                                             \
  unsigned a = v.x, b = v.y, c = v.z, e = v.w, r;                                                                  \
  unsigned long long A = a | (unsigned long long)b << 32, B = c | (unsigned long long)e << 32, R;                  \
  (void)r, (void)R, (void)A, (void)B, (void)e, (void)c, (void)b;
#define KEEP(x) (*to++ = (x))
#define KEEP2(x) (KEEP(unsigned(x)), KEEP(unsigned((unsigned long long)(x) >> 32)))
#define R1(op) asm volatile(op " %0, %1;" : "=r"(r) : "r"(a)); KEEP(r);
#define R2(op) asm volatile(op " %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b)); KEEP(r);
#define R3(op) asm volatile(op " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); KEEP(r);
#define L1(op) asm volatile(op " %0, %1;" : "=l"(R) : "l"(A)); KEEP2(R);
#define L2(op) asm volatile(op " %0, %1, %2;" : "=l"(R) : "l"(A), "l"(B)); KEEP2(R);
#define RL(op) asm volatile(op " %0, %1;" : "=r"(r) : "l"(A)); KEEP(r);
#define LR(op) asm volatile(op " %0, %1;" : "=l"(R) : "r"(a)); KEEP2(R);
#define D1(op) asm volatile(op " %0, %1;" : "=l"(R) : "l"(A)); KEEP2(R);
#define D3(op) asm volatile(op " %0, %1, %2, %3;" : "=l"(R) : "l"(A), "l"(B), "l"(A ^ n)); KEEP2(R);

KERNEL(integers) {
  START R2("add.u32") R2("sub.s32") R2("mul.lo.u32") R2("mul.hi.u32") R2("mul.hi.s32") R3("mad.lo.u32")
  R2("min.s32") R2("max.u32") R1("abs.s32") R1("neg.s32") R3("mad.hi.u32") R3("sad.u32") R3("sad.s32") L2("add.u64")
  L2("sub.s64") L2("mul.lo.u64") L2("mul.hi.u64") L2("min.u64") L2("max.s64")
  asm volatile("mad.wide.u32 %0, %1, %2, %3;" : "=l"(R) : "r"(a), "r"(b), "l"(B)); KEEP2(R);
  asm volatile("mad.wide.s32 %0, %1, %2, %3;" : "=l"(R) : "r"(a), "r"(b), "l"(B)); KEEP2(R);
  asm volatile("{add.cc.u32 %0, %2, %3; addc.u32 %1, %4, %5;}" : "=r"(a), "=r"(b) : "r"(a), "r"(b), "r"(c), "r"(e));
  KEEP(a), KEEP(b);
  asm volatile("{mad.lo.cc.u32 %0, %2, %3, %4; madc.hi.u32 %1, %2, %3, %5;}" : "=r"(a), "=r"(b) : "r"(a), "r"(b), "r"(c), "r"(e));
  KEEP(a), KEEP(b), KEEP(min(max(int(a), int(b)) + 5, int(c))), KEEP(a * 4 + b), KEEP2(A * 8 + B), KEEP(max(a + b, c));
  KEEP(a / 7), KEEP(int(b) % 11), KEEP(a + n), KEEP(b * n), KEEP(a - 77 * b);
}

KERNEL(bits) {
  START R2("and.b32") R2("or.b32") R2("xor.b32") R1("not.b32") R2("shl.b32") R2("shr.u32") R2("shr.s32") R1("popc.b32")
  R1("clz.b32") R1("brev.b32") R1("bfind.s32") R1("bfind.u32") R1("bfind.shiftamt.u32") R1("bfind.shiftamt.s32")
  R3("bfe.u32") R3("bfe.s32") R3("prmt.b32") R3("prmt.b32.f4e") R3("prmt.b32.b4e") R3("prmt.b32.rc8") R3("prmt.b32.ecl")
  R3("prmt.b32.ecr") R3("prmt.b32.rc16") R3("shf.l.wrap.b32") R3("shf.r.wrap.b32") R3("shf.l.clamp.b32")
  R3("shf.r.clamp.b32") R2("bmsk.clamp.b32") R2("bmsk.wrap.b32") R2("szext.clamp.u32") R2("szext.wrap.s32")
  R2("szext.clamp.s32") R3("dp4a.u32.u32") R3("dp4a.s32.s32") R3("dp4a.u32.s32") R3("dp2a.lo.s32.s32")
  R3("dp2a.hi.u32.s32") RL("popc.b64") RL("clz.b64") L1("brev.b64")
  asm volatile("shl.b64 %0, %1, %2;" : "=l"(R) : "l"(A), "r"(c)); KEEP2(R);
  asm volatile("shr.u64 %0, %1, %2;" : "=l"(R) : "l"(A), "r"(c)); KEEP2(R);
  asm volatile("shr.s64 %0, %1, %2;" : "=l"(R) : "l"(A), "r"(c)); KEEP2(R);
  asm volatile("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); KEEP(r);
  asm volatile("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(a), "r"(b), "r"(c), "r"(e)); KEEP(r);
  asm volatile("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); KEEP(r);
  asm volatile("vabsdiff4.s32.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c)); KEEP(r);
  KEEP(a & b ^ c), KEEP(a << 3 | b >> 29), KEEP(__byte_perm(a, b, 0x5410)), KEEP(a & 0xff00ff), KEEP((a | b) & ~c);
}

KERNEL(floats) {
  START R2("add.rn.f32") R2("add.rz.f32") R2("add.rm.ftz.f32") R2("add.rp.f32") R2("add.sat.f32") R2("mul.rn.f32")
  R2("mul.rz.ftz.f32") R2("mul.sat.f32") R3("fma.rn.f32") R3("fma.rz.f32") R3("fma.rm.ftz.f32") R3("fma.rn.sat.f32")
  R2("min.f32") R2("max.ftz.f32") R2("min.NaN.f32") R2("max.xorsign.abs.f32") R1("abs.f32") R1("neg.ftz.f32")
  R2("set.lt.u32.f32") R2("set.geu.f32.f32") R2("set.nan.ftz.u32.f32") R2("set.num.f32.f32")
  float f = __uint_as_float(a), g = __uint_as_float(b), h = __uint_as_float(c);
  KEEP(__float_as_uint(f < g ? g : h)), KEEP(f <= 2.5f), KEEP(fabsf(f) != g && h > 1), KEEP(__float_as_uint(-f * g - h));
  KEEP(__float_as_uint(f * 0.125f)), KEEP(__float_as_uint(f + 1.5f)), KEEP(__float_as_uint(fmaf(f, 3.25f, g)));
  KEEP(__float_as_uint(fmaf(f, g, 0.3f))), KEEP(f == g || !(h >= f)), KEEP(__float_as_uint(-fabsf(f) + fabsf(g)));
}

KERNEL(doubles) {
  START L2("add.rn.f64") L2("add.rz.f64") L2("add.rm.f64") L2("mul.rn.f64") L2("mul.rp.f64") D3("fma.rn.f64")
  D3("fma.rz.f64") D3("fma.rp.f64") L2("min.f64") L2("max.f64") D1("neg.f64") D1("abs.f64")
  double f = __longlong_as_double(A), g = __longlong_as_double(B);
  KEEP(f < g), KEEP(f >= -g), KEEP(fabs(f) != g), KEEP(f == f && g > 2), KEEP2(__double_as_longlong(f * 0.25 - g));
  KEEP2(__double_as_longlong(fma(-f, g, 1.0))), KEEP2(__double_as_longlong(fabs(f) + 1.5));
  KEEP2(__double_as_longlong(f > g ? f : -g));
}

KERNEL(halves) {
  START __half2 x = *(__half2 *)&a, y = *(__half2 *)&b, z = *(__half2 *)&c, d;
  __nv_bfloat162 s = *(__nv_bfloat162 *)&a, t = *(__nv_bfloat162 *)&b, u = *(__nv_bfloat162 *)&c, w;
#define H(e) d = e, KEEP(*(unsigned *)&d);
#define W(e) w = e, KEEP(*(unsigned *)&w);
  H(__hadd2(x, y)) H(__hsub2(x, y)) H(__hmul2(x, y)) H(__hfma2(x, y, z)) H(__hadd2_sat(x, y)) H(__hfma2_sat(x, y, z))
  H(__hfma2_relu(x, y, z)) H(__hmin2(x, y)) H(__hmax2_nan(x, y)) H(__hlt2(x, y)) H(__hgeu2(x, y)) H(__hneg2(x))
  H(__habs2(x)) H(__hmul2(x, __half2half2(y.x))) H(__hadd2(__lowhigh2highlow(x), y)) H(__hfma2(x, __half2half2(z.y), y))
  W(__hadd2(s, t)) W(__hmul2(s, t)) W(__hfma2(s, t, u)) W(__hfma2_relu(s, t, u)) W(__hmin2(s, t)) W(__hmax2_nan(s, t))
  W(__hle2(s, t)) W(__hneu2(s, u)) W(__hadd2(s, __bfloat162bfloat162(t.x)))
  KEEP(__hbeq2(x, y)), KEEP(__hbgt2(x, z)), KEEP(__hblt2(s, t)), KEEP(x.x < y.y), KEEP(s.x >= t.x);
  R2("add.ftz.f16x2") R2("mul.ftz.sat.f16x2") R3("fma.rn.ftz.f16x2") R2("max.xorsign.abs.f16x2") R2("min.ftz.NaN.f16x2")
  H(__hadd2(x, __float2half2_rn(1.5f))) H(__hmul2(x, __floats2half2_rn(0.5f, 3.f)))
}

KERNEL(conversions) {
  START R1("cvt.rzi.s32.f32") R1("cvt.rni.u32.f32") R1("cvt.rmi.ftz.s32.f32") R1("cvt.rpi.u32.f32") R1("cvt.rn.f32.s32")
  R1("cvt.rz.f32.u32") R1("cvt.rm.f32.s32") R1("cvt.rp.f32.u32") RL("cvt.rzi.s32.f64") RL("cvt.rni.u32.f64")
  RL("cvt.rn.f32.f64") RL("cvt.rz.f32.f64") RL("cvt.rp.ftz.f32.f64") LR("cvt.rzi.s64.f32") LR("cvt.rmi.u64.f32")
  LR("cvt.f64.f32") LR("cvt.rn.f64.s32") LR("cvt.rn.f64.u32") RL("cvt.rn.f32.s64") RL("cvt.rz.f32.u64")
  L1("cvt.rn.f64.s64") L1("cvt.rm.f64.u64") L1("cvt.rzi.s64.f64") L1("cvt.rpi.u64.f64") R1("cvt.rni.f32.f32")
  R1("cvt.rmi.f32.f32") R1("cvt.rzi.ftz.f32.f32") L1("cvt.rpi.f64.f64") L1("cvt.rni.f64.f64") R1("cvt.sat.f32.f32")
  R2("cvt.rn.f16x2.f32") R2("cvt.rz.f16x2.f32") R2("cvt.rn.bf16x2.f32") R2("cvt.rn.relu.f16x2.f32")
  R2("cvt.rz.relu.bf16x2.f32") R1("cvt.u32.u8") R1("cvt.s32.s8") R1("cvt.s32.s16") R1("cvt.rn.f32.u8")
  R1("cvt.rn.f32.s8") R1("cvt.rn.f32.u16") R1("cvt.rn.f32.s16") R1("cvt.rzi.u8.f32") R1("cvt.rzi.s8.f32")
  R1("cvt.rni.s16.f32") R1("cvt.rpi.u16.f32") R1("cvt.sat.u8.s32") R1("cvt.sat.s16.s32")
  __half x = __ushort_as_half(a), y = __ushort_as_half(b >> 16);
  KEEP(__float_as_uint(__half2float(x))), KEEP(__half2int_rz(x)), KEEP(__half2uint_rn(y)), KEEP2(__half2ll_rd(x));
  KEEP2(__double_as_longlong(double(y))), KEEP(__half_as_ushort(hrint(x))), KEEP(__half_as_ushort(hfloor(y)));
  KEEP(__half_as_ushort(__int2half_rn(a))), KEEP(__half_as_ushort(__uint2half_rz(b))), KEEP(__half_as_ushort(__ll2half_ru(A)));
  KEEP(__half_as_ushort(__double2half(__longlong_as_double(A)))), KEEP(__half_as_ushort(hceil(x)));
  KEEP(__half_as_ushort(__short2half_rd(short(c)))), KEEP(__half2short_rz(y)), KEEP(__bfloat162int_rz(__ushort_as_bfloat16(a)));
}

KERNEL(predicates) {
  START bool p = int(a) < int(b), q = b >= c, s = a == e, t;
  KEEP(p && q ? a : b), KEEP((p ^ q) & s), KEEP((p | s) & !q ? b : c), KEEP(A < B), KEEP((long long)A >= (long long)B);
  KEEP(A == B ? a : c), t = (A > B) ^ p, KEEP(t), KEEP((a & b) != 0 && q), KEEP((a & 64) ? b : c), KEEP((a | c) == 0 || s);
  KEEP(__float_as_uint(a) < __float_as_uint(b) && t ? a : e), KEEP(int(a) > 5 || p), KEEP(a <= 1000u && !q);
  KEEP(int(a) <= -3 ? e : 17), KEEP(p + 2 * q + 4 * s + 8 * t), KEEP(a > n), KEEP((p & q) | (s & t));
}

KERNEL(lanes) {
  START KEEP(__shfl_sync(~0u, a, b)), KEEP(__shfl_up_sync(~0u, b, 3)), KEEP(__shfl_down_sync(~0u, a, 5, 16));
  KEEP(__shfl_xor_sync(~0u, c, 7)), KEEP(__ballot_sync(~0u, a & 1)), KEEP(__any_sync(~0u, int(a) < int(b)));
  KEEP(__all_sync(~0u, c > 9)), KEEP(__match_any_sync(~0u, a & 3)), KEEP(__reduce_add_sync(~0u, a));
  KEEP(__reduce_min_sync(~0u, int(b))), KEEP(__reduce_max_sync(~0u, c)), KEEP(__reduce_xor_sync(~0u, a));
  KEEP(__reduce_and_sync(~0u, b)), KEEP(__reduce_or_sync(~0u, c)), KEEP(__match_any_sync(~0u, A & 0x300000001ull));
  KEEP(__shfl_down_sync(~0u, a, b, 8)), KEEP(__shfl_up_sync(~0u, b, c, 32)), KEEP(__shfl_xor_sync(~0u, c, a, 4));
  int all;
  KEEP(__match_all_sync(~0u, a & 1, &all)), KEEP(all), KEEP(__reduce_max_sync(~0u, int(a)));
  asm volatile("{.reg .pred p; shfl.sync.idx.b32 %0|p, %1, %2, 0x1c1f, -1; @p add.u32 %0, %0, 1;}" : "=r"(r) : "r"(a), "r"(b));
  KEEP(r), KEEP(__activemask());
}

KERNEL(special) {
  START R1("rcp.approx.ftz.f32") R1("rsqrt.approx.f32") R1("sqrt.approx.ftz.f32") R1("sin.approx.f32")
  R1("cos.approx.f32") R1("ex2.approx.ftz.f32") R1("lg2.approx.f32") R1("tanh.approx.f32") R1("ex2.approx.f16x2")
  R1("tanh.approx.f16x2") R1("tanh.approx.bf16x2") R1("ex2.approx.ftz.bf16x2") D1("rcp.approx.ftz.f64")
  D1("rsqrt.approx.ftz.f64") KEEP(__float_as_uint(__uint_as_float(a) / __uint_as_float(b)));
}

// The uniform datapath: what depends on parameters only.
KERNEL(uniform) {
  START unsigned m = n * 5, k = n + 7, z = ~n;
  KEEP(a + ((m & k) | z)), KEEP(a ^ (m << 5)), KEEP(a + (n < 100 ? m : k)), KEEP(b + __popc(n)), KEEP(b ^ __clz(k));
  KEEP(c * (n >> 3)), KEEP(c + min(n, 77)), KEEP(e + __brev(n)); KEEP2(A + (long long)n * 12345), KEEP(e & (1u << (n & 31)));
  KEEP(a + __byte_perm(n, k, 0x3210)), KEEP(b + (n == 3 || k > 9)), KEEP2(B + (A << 3) + ((long long)n << 20));
  KEEP(__reduce_add_sync(~0u, a) * n + __reduce_max_sync(~0u, b)), KEEP(a + (n * n + k)), KEEP(__funnelshift_l(m, k, 7) + a);
}

// The frame around the mutated instructions: only its tables are used (registers, parameters, room for code), its
// code is replaced by carrier.py's.
struct Uniform {
  unsigned words[16];
};
extern "C" __global__ void frame(const uint4 *in, uint4 *out, Uniform uniform) {
  uint4 held[24];
#pragma unroll
  for (int i = 0; i < 24; ++i) held[i] = in[i * 64 + threadIdx.x];
#pragma unroll
  for (int i = 0; i < 24; ++i) {
    unsigned key = uniform.words[i & 15];
    held[i].x ^= key, held[i].y += key, held[i].z *= 3;
    out[(23 - i) * 64 + threadIdx.x] = held[i];
  }
}
