// Integers, floating point and conversions.
#include "suite.h"

KERNEL(n_carries) {
  ROW;
  unsigned r[8];
  asm("add.cc.u32 %0,%8,%9;addc.cc.u32 %1,%9,%10;addc.cc.u32 %2,%10,%11;addc.u32 %3,%11,%8;"
      "sub.cc.u32 %4,%8,%10;subc.cc.u32 %5,%9,%11;subc.cc.u32 %6,%10,%8;subc.u32 %7,%11,%9;"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7])
      : "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
  PUT(0, r[0], r[1], r[2], r[3]);
  PUT(1, r[4], r[5], r[6], r[7]);
}
KERNEL(n_carried_products) {
  ROW;
  unsigned r[6];
  asm("mad.lo.cc.u32 %0,%6,%7,%8;madc.hi.cc.u32 %1,%6,%7,%9;madc.lo.cc.u32 %2,%7,%8,%9;madc.hi.u32 %3,%8,%9,%6;"
      "mad.hi.cc.s32 %4,%6,%7,%8;madc.lo.s32 %5,%7,%9,%6;"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5])
      : "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
  PUT(0, r[0], r[1], r[2], r[3]);
  PUT(1, r[4], r[5], 0, 0);
}
KERNEL(n_long_carries) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w), r[4];
  asm("add.cc.u64 %0,%4,%5;addc.u64 %1,%5,%4;sub.cc.u64 %2,%4,%5;subc.u64 %3,%5,%4;"
      : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]), "=l"(r[3])
      : "l"(a), "l"(b));
  PUT2(0, r[0], r[1]);
  PUT2(1, r[2], r[3]);
  PUT2(2, a + ~b, -a - b);
}
KERNEL(n_128_bits) {
  ROW;
  u128 a = (u128)word64(v.x, v.y) << 64 | word64(v.z, v.w), b = (u128)word64(v.w, v.x) << 64 | word64(v.y, v.z);
  u128 sum = a + b, product = a * b, moved = a >> (v.x & 127), back = b << (v.y & 127);
  __int128 kept = (__int128)a >> (v.z & 127);
  PUT2(0, (u64)sum, (u64)(sum >> 64));
  PUT2(1, (u64)product, (u64)(product >> 64));
  PUT2(2, (u64)(moved ^ back), (u64)((moved ^ back) >> 64));
  PUT2(3, (u64)kept, (u64)(kept >> 64));
  PUT(4, a < b, (__int128)a < (__int128)b, a - b > b, 0);
}
KERNEL(n_128_bit_division) {
  ROW;
  u128 a = (u128)word64(v.x, v.y) << 64 | word64(v.z, v.w), b = (u128)v.z << 32 | v.w | 1;
  u128 q = a / b, r = a % b;
  PUT2(0, (u64)q, (u64)(q >> 64));
  PUT2(1, (u64)r, (u64)(r >> 64));
}
KERNEL(n_long_division) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w & 0xffff) | 1;
  PUT2(0, a / b, a % b);
  PUT2(1, (s64)a / (s64)b, (s64)a % (s64)b);
  PUT2(2, a / v.z, (s64)a / 1000003);
}
KERNEL(n_division) {
  ROW;
  unsigned b = v.y | 1;
  int s = (int)v.y | 1;
  PUT(0, v.x / b, v.x % b, (unsigned)((int)v.x / (s == -1 ? 3 : s)), (unsigned)((int)v.x % (s == -1 ? 3 : s)));
  PUT(1, v.z / 7, v.z % 1000, (unsigned)((int)v.z / 10), (unsigned)((int)v.z % -13));
  PUT(2, (unsigned)((int)v.w / 8), (unsigned)((int)v.w % 64), (unsigned)((short)v.w / 5), (unsigned char)v.w % 11u);
}
KERNEL(n_products) {
  ROW;
  PUT(0, __umulhi(v.x, v.y), (unsigned)__mulhi((int)v.x, (int)v.y), __umul24(v.z, v.w), (unsigned)__mul24((int)v.z, (int)v.w));
  PUT(1, R3("mad24.lo.u32", v.x, v.y, v.z), R3("mad24.hi.s32", v.x, v.y, v.z), R3("mad.hi.u32", v.y, v.z, v.w), R3("mad.hi.s32", v.y, v.z, v.w));
  PUT(2, R2("mul24.hi.u32", v.x, v.w), R2("mul24.hi.s32", v.x, v.w), R3("mad.hi.sat.s32", v.x, v.y, v.z), v.x * v.y + v.z);
  PUT2(3, (u64)v.x * v.y + word64(v.z, v.w), (u64)((s64)(int)v.x * (int)v.y + (s64)word64(v.z, v.w)));
}
KERNEL(n_long_products) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w);
  PUT2(0, a * b, __umul64hi(a, b));
  PUT2(1, (u64)__mul64hi((s64)a, (s64)b), L3("mad.hi.u64", a, b, a));
  PUT2(2, L3("mad.lo.s64", a, b, b), L3("mad.hi.s64", a, b, b));
}
KERNEL(n_power_modulo) {
  ROW;
  u64 m = word64(v.x, v.y) >> 2 | 1, base = word64(v.z, v.w) % m, power = 1;
  for (unsigned e = v.x & 31; e; e >>= 1) {
    if (e & 1) power = (u64)((u128)power * base >> 7) ^ power;
    base = __umul64hi(base, base) + base;
  }
  PUT2(0, base, power);
}
KERNEL(n_scaled_sums) {
  ROW;
  const char *at = (const char *)word64(v.x, v.y);
  PUT(0, v.x * 4 + v.y, v.x * 32 - v.z, (v.z << 7) + 0x1234, (v.w << 31) + v.x);
  PUT2(1, (u64)(at + (s64)(int)v.z * 8), (u64)(at + (u64)v.w * 16));
  PUT2(2, (u64)((s64)word64(v.z, v.w) * 4 + (s64)at), (word64(v.x, v.z) << 9) + word64(v.y, v.w));
  PUT(3, (v.x >> 27) + v.y, (unsigned)((int)v.x >> 29) + v.z, (unsigned)(word64(v.x, v.y) >> 21) + v.w, v.x - 1);
}
KERNEL(n_logic) {
  ROW;
#define LOP(table) ({ unsigned r_; asm("lop3.b32 %0,%1,%2,%3," #table ";" : "=r"(r_) : "r"(v.x), "r"(v.y), "r"(v.z)); r_; })
  PUT(0, LOP(0x96), LOP(0xe8), LOP(0xca), LOP(0x1b));
  PUT(1, LOP(0x7f), LOP(0x80), LOP(0x35), LOP(0xd2));
  PUT(2, v.x & ~v.y, ~(v.x | v.w), v.x ^ ~v.z, R1("cnot.b32", v.w));
  PUT(3, (v.x & v.y) == 0, (v.x ^ v.y) != 0 && v.z, (v.x & 0xff) | (v.y & 0xff00), (v.x | v.y) & (v.z | v.w));
}
KERNEL(n_byte_permutations) {
  ROW;
  PUT(0, __byte_perm(v.x, v.y, v.z), __byte_perm(v.x, v.y, 0x3b91), R3("prmt.b32.f4e", v.x, v.y, v.z), R3("prmt.b32.b4e", v.x, v.y, v.z));
  PUT(1, R3("prmt.b32.rc8", v.x, v.y, v.z), R3("prmt.b32.ecl", v.x, v.y, v.z), R3("prmt.b32.ecr", v.x, v.y, v.z), R3("prmt.b32.rc16", v.x, v.y, v.z));
  uchar4 c = make_uchar4(v.x >> 24, v.y >> 16, v.z >> 8, v.w);
  PUT(2, *(unsigned *)&c, __byte_perm(v.w, 0, 0x0123), (unsigned)(signed char)(v.x >> 8), (unsigned)(short)(v.y >> 16));
}
KERNEL(n_funnel_shifts) {
  ROW;
  PUT(0, __funnelshift_l(v.x, v.y, v.z), __funnelshift_r(v.x, v.y, v.z), __funnelshift_lc(v.x, v.y, v.z), __funnelshift_rc(v.x, v.y, v.z));
  PUT(1, __funnelshift_l(v.x, v.y, 13), __funnelshift_rc(v.x, v.y, 32), v.x << 5 | v.x >> 27, v.w >> 7 | v.w << 25);
}
KERNEL(n_shifts) {
  ROW;
  u64 a = word64(v.x, v.y);
  PUT(0, R2("shl.b32", v.x, v.z), R2("shr.u32", v.x, v.z), R2("shr.s32", v.x, v.z), R2("shl.b32", v.y, v.w & 31));
  unsigned by = v.z & 127;
  u64 l, r, s;
  asm("shl.b64 %0,%1,%2;" : "=l"(l) : "l"(a), "r"(by));
  asm("shr.u64 %0,%1,%2;" : "=l"(r) : "l"(a), "r"(by));
  asm("shr.s64 %0,%1,%2;" : "=l"(s) : "l"(a), "r"(v.w));
  PUT2(1, l, r);
  PUT2(2, s, a << 17 ^ a >> 43 ^ (u64)((s64)a >> 35));
  unsigned short h;
  asm("shr.s16 %0,%1,%2;" : "=h"(h) : "h"((unsigned short)v.x), "r"(v.z & 31));
  PUT(3, h, (unsigned short)(v.x << 3), (unsigned short)v.y >> 5, (unsigned)((signed char)v.y >> 2));
}
KERNEL(n_leading_bits) {
  ROW;
  u64 a = word64(v.x, v.y);
  unsigned r[4];
  asm("bfind.u64 %0,%4;bfind.s64 %1,%4;bfind.shiftamt.u64 %2,%4;bfind.shiftamt.s64 %3,%4;" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "l"(a));
  PUT(0, R1("bfind.u32", v.x), R1("bfind.s32", v.x), R1("bfind.shiftamt.u32", v.x), R1("bfind.shiftamt.s32", v.x));
  PUT(1, r[0], r[1], r[2], r[3]);
  PUT(2, __clz(v.z), __ffs(v.z), __clzll(a), __ffsll(a));
}
KERNEL(n_counted_bits) {
  ROW;
  u64 a = word64(v.x, v.y);
  PUT(0, __popc(v.x), __popcll(a), __brev(v.z), __popc(v.x & v.y) + 3);
  PUT2(1, __brevll(a), __popcll(~a) + a);
  unsigned set;
  asm("fns.b32 %0,%1,%2,%3;" : "=r"(set) : "r"(v.x), "r"(v.y & 31), "r"(v.z % 5 + 1));
  PUT(2, set, 0, 0, 0);
}
KERNEL(n_fields) {
  ROW;
  u64 a = word64(v.x, v.y), r[3];
  unsigned at = v.z & 0xff, length = v.w & 0xff, put;
  asm("bfe.u64 %0,%3,%4,%5;bfe.s64 %1,%3,%4,%5;bfi.b64 %2,%3,%6,%4,%5;" : "=l"(r[0]), "=l"(r[1]), "=l"(r[2]) : "l"(a), "r"(at), "r"(length), "l"(~a * 3));
  asm("bfi.b32 %0,%1,%2,%3,%4;" : "=r"(put) : "r"(v.x), "r"(v.y), "r"(at), "r"(length));
  PUT(0, R3("bfe.u32", v.x, at, length), R3("bfe.s32", v.x, at, length), put, (v.x >> 9 & 0x1fff) | v.y << 19);
  PUT2(1, r[0], r[1]);
  PUT2(2, r[2], 0ull);
}
KERNEL(n_masks) {
  ROW;
  PUT(0, R2("bmsk.clamp.b32", v.x, v.y), R2("bmsk.wrap.b32", v.x, v.y), R2("bmsk.clamp.b32", v.x & 31, v.y & 31), R2("bmsk.wrap.b32", v.z & 31, v.w & 31));
  PUT(1, R2("szext.clamp.u32", v.x, v.y), R2("szext.wrap.u32", v.x, v.y), R2("szext.clamp.s32", v.x, v.y & 63), R2("szext.wrap.s32", v.x, v.y & 63));
}
KERNEL(n_differences) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w);
  PUT(0, R3("sad.u32", v.x, v.y, v.z), R3("sad.s32", v.x, v.y, v.z), __usad(v.z, 77, v.w), (unsigned)abs((int)v.w));
  PUT2(1, L3("sad.u64", a, b, b), L3("sad.s64", a, b, a));
  unsigned short h, g;
  asm("sad.u16 %0,%2,%3,%4;sad.s16 %1,%2,%3,%4;" : "=h"(h), "=h"(g) : "h"((unsigned short)v.x), "h"((unsigned short)v.y), "h"((unsigned short)v.z));
  PUT(2, h, g, (unsigned)llabs((s64)a), (unsigned)(llabs((s64)a) >> 32));
}
KERNEL(n_dot_products) {
  ROW;
  PUT(0, R3("dp4a.u32.u32", v.x, v.y, v.z), R3("dp4a.u32.s32", v.x, v.y, v.z), R3("dp4a.s32.u32", v.x, v.y, v.z), R3("dp4a.s32.s32", v.x, v.y, v.z));
  PUT(1, R3("dp2a.lo.u32.u32", v.x, v.y, v.z), R3("dp2a.lo.u32.s32", v.x, v.y, v.z), R3("dp2a.lo.s32.u32", v.x, v.y, v.z), R3("dp2a.lo.s32.s32", v.x, v.y, v.z));
  PUT(2, R3("dp2a.hi.u32.u32", v.x, v.y, v.z), R3("dp2a.hi.u32.s32", v.x, v.y, v.z), R3("dp2a.hi.s32.u32", v.x, v.y, v.z), R3("dp2a.hi.s32.s32", v.x, v.y, v.z));
}
KERNEL(n_extremes) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w);
  PUT(0, min(v.x, v.y), max(v.x, v.y), (unsigned)min((int)v.x, (int)v.y), (unsigned)max((int)v.x, (int)v.y));
  PUT2(1, min(a, b), max(a, b));
  PUT2(2, (u64)min((s64)a, (s64)b), (u64)max((s64)a, (s64)b));
  PUT(3, (unsigned)min((short)v.x, (short)v.y), max((unsigned short)v.x, (unsigned short)v.y), (unsigned)min(max((int)v.z, -100), 1000), max(min(v.w, v.x), v.y));
}
KERNEL(n_three_extremes) {
  ROW;
  int a = v.x, b = v.y, c = v.z;
  PUT(0, __vimax3_s32(a, b, c), __vimin3_s32(a, b, c), __vimax3_u32(v.x, v.y, v.z), __vimin3_u32(v.x, v.y, v.z));
  PUT(1, __viaddmax_s32(a, b, c), __viaddmin_s32(a, b, c), __viaddmax_u32(v.x, v.y, v.z), __viaddmin_u32(v.x, v.y, v.z));
  PUT(2, __vimax_s32_relu(a, b), __vimin_s32_relu(a, b), __vimax3_s32_relu(a, b, c), __viaddmax_s32_relu(a, b, c));
  bool p, q;
  unsigned d = __vibmax_s32(a, b, &p), e = __vibmin_u32(v.y, v.z, &q);
  PUT(3, d, e, p, q);
}
KERNEL(n_extremes_of_halfwords) {
  ROW;
  PUT(0, __vimax3_s16x2(v.x, v.y, v.z), __vimin3_s16x2(v.x, v.y, v.z), __vimax3_u16x2(v.x, v.y, v.z), __vimin3_u16x2(v.x, v.y, v.z));
  PUT(1, __viaddmax_s16x2(v.x, v.y, v.z), __viaddmin_s16x2(v.x, v.y, v.z), __viaddmax_u16x2(v.x, v.y, v.z), __viaddmin_u16x2(v.x, v.y, v.z));
  PUT(2, __vimax_s16x2_relu(v.x, v.y), __vimin_s16x2_relu(v.x, v.y), __vimax3_s16x2_relu(v.x, v.y, v.z), __viaddmax_s16x2_relu(v.x, v.y, v.z));
  bool p, q;
  unsigned d = __vibmax_s16x2(v.x, v.y, &p, &q);
  PUT(3, d, p, q, __vibmin_u16x2(v.z, v.w, &p, &q));
}
KERNEL(n_bytes) {
  ROW;
  PUT(0, __vadd4(v.x, v.y), __vsub4(v.x, v.y), __vaddus4(v.x, v.y), __vsubss4(v.x, v.y));
  PUT(1, __vabsdiffu4(v.x, v.y), __vabsdiffs4(v.x, v.y), __vsadu4(v.x, v.y), __vsads4(v.x, v.y));
  PUT(2, __vminu4(v.x, v.y), __vmaxs4(v.x, v.y), __vcmpgtu4(v.x, v.y), __vcmpeq4(v.x, v.z));
  PUT(3, __vavgu4(v.x, v.y), __vavgs4(v.x, v.y), __vneg4(v.x), __vabsss4(v.y));
  PUT(4, __vseteq4(v.x, v.y), __vsetleu4(v.x, v.y), __vhaddu4(v.z, v.w), __vcmpges4(v.z, v.w));
}
KERNEL(n_halfwords) {
  ROW;
  PUT(0, __vadd2(v.x, v.y), __vsub2(v.x, v.y), __vaddss2(v.x, v.y), __vsubus2(v.x, v.y));
  PUT(1, __vabsdiffu2(v.x, v.y), __vabsdiffs2(v.x, v.y), __vsadu2(v.x, v.y), __vsads2(v.x, v.y));
  PUT(2, __vminu2(v.x, v.y), __vmaxs2(v.x, v.y), __vcmpltu2(v.x, v.y), __vsetgts2(v.x, v.z));
  PUT(3, __vavgu2(v.x, v.y), __vnegss2(v.x), __vabs2(v.x), __vmins2(v.z, v.w));
}
KERNEL(n_video) {
  ROW;
  PUT(0, R2("vadd.s32.u32.s32.sat", v.x, v.y), R2("vsub.u32.s32.u32", v.x, v.y), R2("vabsdiff.s32.s32.s32", v.x, v.y), R2("vmin.s32.s32.s32", v.x, v.y));
  unsigned r[8];
  asm("vadd.s32.s32.s32.add %0,%8.b1,%9.h0,%10;vsub.u32.u32.u32.max %1,%8.b3,%9.b2,%10;"
      "vmax.s32.s32.s32.min %2,%8.h1,%9,%10;vshl.u32.u32.u32.wrap %3,%8,%9.b0;"
      "vshr.s32.s32.u32.clamp %4,%8,%9.b0;vmad.s32.u32.s32.shr7 %5,%8.b0,%9.b1,%10;"
      "vset.s32.u32.lt %6,%8.b2,%9.h1;vset.u32.u32.ge.add %7,%8.h0,%9.h1,%10;"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]), "=r"(r[5]), "=r"(r[6]), "=r"(r[7])
      : "r"(v.x), "r"(v.y), "r"(v.z));
  PUT(1, r[0], r[1], r[2], r[3]);
  PUT(2, r[4], r[5], r[6], r[7]);
}
KERNEL(n_packed_video) {
  ROW;
  PUT(0, R3("vadd4.s32.s32.s32.sat", v.x, v.y, v.z), R3("vsub2.u32.u32.u32", v.x, v.y, v.z), R3("vabsdiff4.u32.u32.u32.add", v.x, v.y, v.z), R3("vabsdiff2.s32.s32.s32.add", v.x, v.y, v.z));
  PUT(1, R3("vavrg4.u32.u32.u32", v.x, v.y, v.z), R3("vmin4.s32.s32.s32", v.x, v.y, v.z), R3("vmax2.u32.u32.u32.add", v.x, v.y, v.z), R3("vset4.u32.u32.lt", v.x, v.y, v.z));
}
#define COMPARE(c, T, constraint, a, b) ({ unsigned r_; asm("{.reg .pred p;setp." c "." T " p,%1,%2;selp.u32 %0,1,0,p;}" : "=r"(r_) : constraint(a), constraint(b)); r_; })
KERNEL(n_comparisons) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w);
#define SIX(c, T, q, a, b)                                                                                             \
  (COMPARE("eq", T, q, a, b) | COMPARE("ne", T, q, a, b) << 1 | COMPARE("lt", T, q, a, b) << 2 |                       \
   COMPARE("le", T, q, a, b) << 3 | COMPARE("gt", T, q, a, b) << 4 | COMPARE("ge", T, q, a, b) << 5)
  PUT(0, SIX(, "s32", "r", v.x, v.y), SIX(, "s64", "l", a, b), SIX(, "s16", "h", (unsigned short)v.x, (unsigned short)v.y), SIX(, "s32", "r", v.z, v.w));
#define UNSIGNED(T, q, a, b)                                                                                           \
  (COMPARE("lo", T, q, a, b) | COMPARE("ls", T, q, a, b) << 1 | COMPARE("hi", T, q, a, b) << 2 | COMPARE("hs", T, q, a, b) << 3)
  PUT(1, UNSIGNED("u32", "r", v.x, v.y), UNSIGNED("u64", "l", a, b), UNSIGNED("u16", "h", (unsigned short)v.x, (unsigned short)v.y), 0);
}
KERNEL(n_joined_comparisons) {
  ROW;
  unsigned r[4];
  asm("{.reg .pred p,q,s,t;setp.lt.s32 p,%4,%5;setp.gt.and.u32 q|s,%5,%6,p;setp.eq.or.s32 t,%6,%7,!q;"
      "selp.u32 %0,3,5,q;selp.u32 %1,7,9,s;selp.u32 %2,11,13,t;setp.ne.xor.b32 p,%4,%7,t;selp.u32 %3,17,19,p;}"
      : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
      : "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
  PUT(0, r[0], r[1], r[2], r[3]);
  bool a = v.x > v.y, b = (int)v.z < (int)v.w, c = v.x & 4, d = v.y == v.z;
  PUT(1, (a ^ b) | (c & !d), (a && b) != (c || d), a ? b ^ c : c & d, (a | b) & (c | d) & !(a & c));
}
KERNEL(n_set) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w);
  unsigned p, q, r;
  asm("set.lt.u32.s64 %0,%1,%2;" : "=r"(p) : "l"(a), "l"(b));
  asm("set.hi.s32.u64 %0,%1,%2;" : "=r"(q) : "l"(a), "l"(b));
  asm("set.ge.f32.s32 %0,%1,%2;" : "=r"(r) : "r"(v.x), "r"(v.y));
  PUT(0, R2("set.lt.s32.s32", v.x, v.y), R2("set.eq.u32.u32", v.x, v.y), R2("set.hs.u32.u32", v.z, v.w), p);
  PUT(1, q, r, R3("slct.s32.s32", v.x, v.y, v.z), v.w > 5 ? v.x : v.y);
}
KERNEL(n_selections) {
  ROW;
  u64 a = word64(v.x, v.y), b = word64(v.z, v.w), r;
  unsigned f;
  asm("slct.u64.s32 %0,%1,%2,%3;" : "=l"(r) : "l"(a), "l"(b), "r"(v.z));
  asm("slct.u32.f32 %0,%1,%2,%3;" : "=r"(f) : "r"(v.x), "r"(v.y), "f"(single(v.z)));
  PUT2(0, r, (s64)a < (s64)b ? a : b);
  PUT(1, f, (unsigned)((int)v.x < 0 ? -(int)v.x : ~(int)v.x), v.y & 1 ? v.z : 0xffffffff, v.w & 8 ? 0x3f800000 : 0);
}
KERNEL(n_small_integers) {
  ROW;
  short a = v.x, b = v.y;
  signed char c = v.z, d = v.w;
  unsigned w, h;
  unsigned short hi;
  asm("mul.wide.s16 %0,%1,%2;" : "=r"(w) : "h"(a), "h"(b));
  asm("mad.wide.u16 %0,%1,%2,%3;" : "=r"(h) : "h"(a), "h"(b), "r"(v.z));
  asm("mul.hi.s16 %0,%1,%2;" : "=h"(hi) : "h"(a), "h"(b));
  PUT(0, w, h, hi, (unsigned)(short)(a * b - a));
  PUT(1, (unsigned)(signed char)(c * d), (unsigned)(signed char)(c - d), (unsigned char)c * (unsigned char)d, (unsigned)(a >> (b & 15)));
  PUT(2, (unsigned)(short)abs(a), (unsigned short)-b, (unsigned short)(~a & b), (unsigned)(c < d ? a : b));
}
KERNEL(n_hashes) {
  ROW;
  unsigned crc = ~0u, mixed = v.x;
  for (int k = 0; k < 32; k++) {
    crc = crc >> 1 ^ (-((crc ^ v.y >> k) & 1) & 0xedb88320u);
    mixed ^= mixed << 13;
    mixed ^= mixed >> 17;
    mixed ^= mixed << 5;
  }
  u64 fnv = 0xcbf29ce484222325ull;
  for (int k = 0; k < 4; k++) fnv = (fnv ^ ((v.z >> 8 * k) & 0xff)) * 0x100000001b3ull;
  PUT(0, ~crc, mixed, (unsigned)fnv, (unsigned)(fnv >> 32));
}
KERNEL(n_greatest_divisor) {
  ROW;
  unsigned a = v.x & 0xffff, b = v.y & 0xffff, rounds = 0, root = 0;
  while (b) {
    unsigned r = a % b;
    a = b, b = r, rounds++;
  }
  for (unsigned bit = 1u << 15; bit; bit >>= 1)
    if ((u64)(root | bit) * (root | bit) <= v.z) root |= bit;
  PUT(0, a, rounds, root, 0);
}
KERNEL(n_many_truths) {
  ROW;
  unsigned w[4] = {v.x, v.y, v.z, v.w}, sum = 0;
  bool p[8];
#pragma unroll
  for (int k = 0; k < 8; k++) p[k] = w[k & 3] >> (3 * k) & 1;
  for (unsigned round = 0; round < (v.x & 7) + 2; round++) {
    if (p[0]) sum += p[1] ? 3 : 5;
    if (p[2]) sum ^= p[3] ? w[round & 3] : 9;
    if (p[4] || p[5]) sum = sum * 3 + p[6];
    p[round & 1 ? 0 : 2] ^= p[7];
    p[1] = p[6] != p[4];
  }
  PUT(0, sum, p[0] | p[2] << 1, p[1], 0);
}

// Floating point of 32 bits.
#define ROUNDINGS(op, F, ...) PUT(0, F(op ".rn.f32", __VA_ARGS__), F(op ".rz.f32", __VA_ARGS__), F(op ".rm.f32", __VA_ARGS__), F(op ".rp.f32", __VA_ARGS__))
#define FLUSHED(op, F, ...) PUT(1, F(op ".rn.ftz.f32", __VA_ARGS__), F(op ".rz.ftz.f32", __VA_ARGS__), F(op ".rm.ftz.f32", __VA_ARGS__), F(op ".rp.ftz.f32", __VA_ARGS__))
#define SATURATED(op, F, ...) PUT(2, F(op ".rn.sat.f32", __VA_ARGS__), F(op ".rz.ftz.sat.f32", __VA_ARGS__), F(op ".rm.sat.f32", __VA_ARGS__), F(op ".rp.ftz.sat.f32", __VA_ARGS__))
#define FLOATS                                                                                                         \
  ROW;                                                                                                                 \
  float a = single(v.x), b = single(v.y), c = single(v.z);                                                             \
  (void)c
KERNEL(f_sums) {
  FLOATS;
  ROUNDINGS("add", F2, a, b);
  FLUSHED("sub", F2, a, b);
  SATURATED("add", F2, a, b);
}
KERNEL(f_products) {
  FLOATS;
  ROUNDINGS("mul", F2, a, b);
  FLUSHED("mul", F2, a, b);
  SATURATED("mul", F2, a, b);
}
KERNEL(f_fused) {
  FLOATS;
  ROUNDINGS("fma", F3, a, b, c);
  FLUSHED("fma", F3, a, b, c);
  SATURATED("fma", F3, a, b, c);
}
KERNEL(f_near_fused) {  // exponents that meet, so that rounding matters
  ROW;
  float a = single((v.x & 0x83ffffff) | 0x3c000000), b = single((v.y & 0x83ffffff) | 0x3c000000), c = single((v.z & 0x8dffffff) | 0x32000000);
  ROUNDINGS("fma", F3, a, b, c);
  PUT(1, bits(a * b + c), bits(-(a * b) - c), bits(a + b), bits(fabsf(a) * -b + 1.5f));
  PUT(2, F3("fma.rz.sat.f32", a, b, c), bits(__fmul_ru(a, b)), bits(__fadd_rd(a, c)), bits(__fsub_rz(b, c)));
}
KERNEL(f_quotients) {
  FLOATS;
  ROUNDINGS("div", F2, a, b);
}
KERNEL(f_flushed_quotients) {
  FLOATS;
  FLUSHED("div", F2, a, b);
}
KERNEL(f_near_quotients) {
  ROW;
  float a = single((v.x & 0x87ffffff) | 0x38000000), b = single((v.y & 0x87ffffff) | 0x38000000);
  PUT(0, bits(a / b), bits(__fdiv_rz(a, b)), bits(__fdiv_ru(a, b)), bits(__fdiv_rd(a, b)));
  PUT(1, bits(1.0f / a), bits(__fdiv_rn(3.0f, b)), bits(a / 7.0f), bits(a / 3.1415927f));
}
KERNEL(f_roots) {
  ROW;
  float a = single(v.x), b = fabsf(single(v.y));
  ROUNDINGS("sqrt", F1, a);
  FLUSHED("sqrt", F1, b);
}
KERNEL(f_reciprocals) {
  FLOATS;
  ROUNDINGS("rcp", F1, a);
  FLUSHED("rcp", F1, b);
  PUT(2, bits(__frsqrt_rn(c)), bits(__frsqrt_rn(fabsf(a))), 0, 0);
}
KERNEL(f_extremes) {
  FLOATS;
  PUT(0, F2("min.f32", a, b), F2("max.f32", a, b), F2("min.ftz.f32", a, b), F2("max.ftz.f32", a, b));
  PUT(1, F2("min.NaN.f32", a, b), F2("max.NaN.f32", a, b), F2("min.ftz.NaN.f32", a, b), bits(fminf(fmaxf(a, -1.0f), c)));
}
KERNEL(f_xor_extremes_89) {
#if __CUDA_ARCH__ >= 890
  FLOATS;
  PUT(0, F2("min.xorsign.abs.f32", a, b), F2("max.xorsign.abs.f32", a, b), F2("min.NaN.xorsign.abs.f32", a, b), F2("max.ftz.xorsign.abs.f32", a, b));
#endif
}
KERNEL(f_comparisons) {
  FLOATS;
  if (v.w & 1) b = a;
#define ALL(T, q, a, b)                                                                                                \
  (COMPARE("eq", T, q, a, b) | COMPARE("ne", T, q, a, b) << 1 | COMPARE("lt", T, q, a, b) << 2 |                       \
   COMPARE("le", T, q, a, b) << 3 | COMPARE("gt", T, q, a, b) << 4 | COMPARE("ge", T, q, a, b) << 5 |                  \
   COMPARE("equ", T, q, a, b) << 6 | COMPARE("neu", T, q, a, b) << 7 | COMPARE("ltu", T, q, a, b) << 8 |               \
   COMPARE("leu", T, q, a, b) << 9 | COMPARE("gtu", T, q, a, b) << 10 | COMPARE("geu", T, q, a, b) << 11 |             \
   COMPARE("num", T, q, a, b) << 12 | COMPARE("nan", T, q, a, b) << 13)
  PUT(0, ALL("f32", "f", a, b), ALL("ftz.f32", "f", a, b), ALL("f32", "f", a, c), 0);
}
KERNEL(f_set) {
  FLOATS;
  unsigned p, q, r;
  float f, g;
  asm("set.lt.u32.f32 %0,%1,%2;" : "=r"(p) : "f"(a), "f"(b));
  asm("set.geu.ftz.s32.f32 %0,%1,%2;" : "=r"(q) : "f"(a), "f"(b));
  asm("set.gt.f32.f32 %0,%1,%2;" : "=f"(f) : "f"(a), "f"(b));
  asm("set.ne.ftz.f32.f32 %0,%1,%2;" : "=f"(g) : "f"(a), "f"(b));
  asm("{.reg .pred p;setp.gt.f32 p,%2,%1;set.num.and.u32.f32 %0,%1,%2,p;}" : "=r"(r) : "f"(a), "f"(b));
  PUT(0, p, q, bits(f), bits(g));
  PUT(1, r, a < b ? v.x : v.y, isnan(a) ? 3 : isinf(a) ? 2 : 1, signbit(b) ? 5 : 6);
}
KERNEL(f_signs) {
  FLOATS;
#define TEST(c) ({ unsigned r_; asm("{.reg .pred p;testp." c ".f32 p,%1;selp.u32 %0,1,0,p;}" : "=r"(r_) : "f"(a)); r_; })
  PUT(0, bits(copysignf(a, b)), bits(fabsf(a)), bits(-a), F1("abs.ftz.f32", b));
  PUT(1, TEST("finite") | TEST("infinite") << 1 | TEST("number") << 2 | TEST("notanumber") << 3 | TEST("normal") << 4 | TEST("subnormal") << 5, F1("neg.ftz.f32", b), bits(a < 0 ? -b : c), bits(__saturatef(a)));
}
#define CONVERTED(k, round) PUT(k, FR("cvt." round ".s32.f32", a), FR("cvt." round ".u32.f32", a), FR("cvt." round ".ftz.s32.f32", a), FR("cvt." round ".ftz.u32.f32", b))
KERNEL(f_to_integers) {
  FLOATS;
  if (v.w & 1) a = (float)(int)v.x * 0.125f, b = (float)(int)v.y * 0.0078125f;
  CONVERTED(0, "rni");
  CONVERTED(1, "rzi");
  CONVERTED(2, "rmi");
  CONVERTED(3, "rpi");
}
KERNEL(f_to_longs) {
  FLOATS;
  if (v.w & 1) a = (float)(s64)word64(v.x, v.y) * 0.5f;
  PUT2(0, FL("cvt.rni.s64.f32", a), FL("cvt.rni.u64.f32", a));
  PUT2(1, FL("cvt.rzi.s64.f32", a), FL("cvt.rzi.u64.f32", a));
  PUT2(2, FL("cvt.rmi.s64.f32", a), FL("cvt.rpi.u64.f32", a));
  PUT2(3, FL("cvt.rpi.ftz.s64.f32", b), FL("cvt.rmi.ftz.u64.f32", b));
}
KERNEL(f_to_small_integers) {
  FLOATS;
  a = (float)(int)v.x * 0.00001f, b = (float)(int)v.y * 1e-7f;
  PUT(0, FH("cvt.rni.s16.f32", a), FH("cvt.rzi.u16.f32", a), FH("cvt.rmi.s16.f32", c), FH("cvt.rpi.u16.f32", c));
  PUT(1, FR("cvt.rni.sat.s8.f32", b), FR("cvt.rzi.sat.u8.f32", b), FR("cvt.rmi.sat.s8.f32", c), FR("cvt.rpi.sat.u8.f32", c));
}
KERNEL(f_from_integers) {
  ROW;
  u64 l = word64(v.x, v.y);
  PUT(0, RF("cvt.rn.f32.s32", v.x), RF("cvt.rz.f32.s32", v.x), RF("cvt.rm.f32.s32", v.x), RF("cvt.rp.f32.s32", v.x));
  PUT(1, RF("cvt.rn.f32.u32", v.x), RF("cvt.rz.f32.u32", v.x), RF("cvt.rm.f32.u32", v.x), RF("cvt.rp.f32.u32", v.x));
  PUT(2, LF("cvt.rn.f32.s64", l), LF("cvt.rz.f32.s64", l), LF("cvt.rm.f32.s64", l), LF("cvt.rp.f32.s64", l));
  PUT(3, LF("cvt.rn.f32.u64", l), LF("cvt.rz.f32.u64", l), LF("cvt.rm.f32.u64", l), LF("cvt.rp.f32.u64", l));
  PUT(4, HF("cvt.rn.f32.s16", (unsigned short)v.x), HF("cvt.rn.f32.u16", (unsigned short)v.y), bits((float)(signed char)v.z), bits((float)(unsigned char)(v.w >> 16)));
}
KERNEL(f_integral) {
  FLOATS;
  if (v.w & 1) a = (float)(int)v.x * 0.0625f;
  PUT(0, F1("cvt.rni.f32.f32", a), F1("cvt.rzi.f32.f32", a), F1("cvt.rmi.f32.f32", a), F1("cvt.rpi.f32.f32", a));
  PUT(1, F1("cvt.rni.ftz.f32.f32", b), F1("cvt.rzi.ftz.f32.f32", b), F1("cvt.rmi.ftz.sat.f32.f32", b), F1("cvt.rpi.ftz.f32.f32", b));
  PUT(2, bits(roundf(a)), bits(nearbyintf(a)), (unsigned)lrintf(c), F1("cvt.sat.f32.f32", c));
}
KERNEL(f_approximate) {
  ROW;
  float a = single((v.x & 0x83ffffff) | 0x3c000000), b = fabsf(single(v.y & 0xbfffffff)) + 1e-30f;
  PUT(0, F1("ex2.approx.f32", a), F1("lg2.approx.f32", b), F1("rcp.approx.f32", a), F1("rsqrt.approx.f32", b));
  PUT(1, F1("ex2.approx.ftz.f32", a), F1("lg2.approx.ftz.f32", b), F1("rcp.approx.ftz.f32", b), F1("sqrt.approx.ftz.f32", b));
  PUT(2, F1("sqrt.approx.f32", b), F1("rsqrt.approx.ftz.f32", b), F2("div.approx.f32", a, single((v.y & 0x83ffffff) | 0x3c000000)), F2("div.full.f32", a, single((v.y & 0x83ffffff) | 0x3c000000)));
}
KERNEL(f_approximate_waves) {
  ROW;
  float a = single((v.x & 0x81ffffff) | 0x3e000000), b = (float)(int)v.y * 1e-9f;
  PUT(0, F1("sin.approx.f32", a), F1("cos.approx.f32", a), F1("tanh.approx.f32", a), F1("sin.approx.ftz.f32", b));
}
KERNEL(f_special_approximations) {  // of zero, infinity, NaN, negative and denormal numbers: exact
  ROW;
  unsigned edges[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00001, 0xbf800000, 0x3f800000, 1, 0x80000001, 0x40000000, 0x00400000, 0x7f7fffff, 0xff7fffff, 0x40800000, 0x7e800001, 0x3e800000};
  float a = single(edges[i & 15]);
  bool exact = (i & 15) < 7 || (i & 15) == 9 || (i & 15) == 13 || (i & 15) == 15;
  PUT(0, exact ? F1("ex2.approx.ftz.f32", a) : 0, exact ? F1("lg2.approx.ftz.f32", a) : 0, exact ? F1("rcp.approx.ftz.f32", a) : 0, exact ? F1("rsqrt.approx.ftz.f32", a) : 0);
  PUT(1, (i & 15) < 5 ? F1("sin.approx.ftz.f32", a) : 0, (i & 15) < 5 ? F1("cos.approx.ftz.f32", a) : 0, (i & 15) < 5 ? F1("tanh.approx.f32", a) : 0, exact ? F1("sqrt.approx.ftz.f32", a) : 0);
  PUT(2, F1("rcp.approx.ftz.f32", a) >> 31, F1("rsqrt.approx.f32", a) >> 31, v.x & 0, 0);
}
KERNEL(f_library_exact) {  // no approximation of the hardware takes part
  ROW;
  float a = (float)(int)v.x * 1e-7f, b = fabsf(single(v.y));
  int exponent;
  PUT(0, bits(sinf(a)), bits(cosf(a)), bits(logf(b)), bits(log1pf(fabsf(a))));
  PUT(1, bits(fmodf(a, 0.7f)), bits(remainderf(a, 1.1f)), bits(ldexpf(a, (int)(v.z & 63) - 32)), bits(frexpf(b, &exponent)));
  PUT(2, exponent, ilogbf(b), bits(nextafterf(a, b)), bits(fdimf(a, 1.0f)));
  PUT(3, bits(hypotf(a, 3.0f)), bits(fmaf(a, b, a)), bits(truncf(a)), bits(logbf(b)));
}
KERNEL(f_large_waves) {
  ROW;
  float a = single(v.x), s, c;
  sincosf(a, &s, &c);
  PUT(0, bits(s), bits(c), 0, 0);
}
KERNEL(f_library) {
  ROW;
  float a = (float)(int)v.x * 1e-8f, b = fabsf((float)(int)v.y * 1e-8f) + 0.01f;
  PUT(0, bits(expf(a)), bits(exp2f(a)), bits(powf(b, a)), bits(log2f(b)));
  PUT(1, bits(tanhf(a)), bits(erff(a)), bits(atanf(a)), bits(cbrtf(a)));
  PUT(2, bits(asinf(a * 0.04f)), bits(atan2f(a, b)), bits(expm1f(a)), bits(log10f(b)));
  PUT(3, bits(rsqrtf(b)), bits(__expf(a)), bits(__logf(b)), bits(__powf(b, a)));
}

// Floating point of 64 bits.
#define DOUBLES                                                                                                        \
  ROW;                                                                                                                 \
  double a = wide(v.x, v.y), b = wide(v.z, v.w);                                                                       \
  if (i & 1) {                                                                                                         \
    a = wide(v.x, (v.y & 0x807fffff) | 0x3fc00000);                                                                    \
    b = wide(v.z, (v.w & 0x807fffff) | 0x3fc00000);                                                                    \
  }
#define LONG_ROUNDINGS(op, F, ...)                                                                                     \
  PUT2(0, F(op ".rn.f64", __VA_ARGS__), F(op ".rz.f64", __VA_ARGS__));                                                 \
  PUT2(1, F(op ".rm.f64", __VA_ARGS__), F(op ".rp.f64", __VA_ARGS__))
KERNEL(d_sums) {
  DOUBLES;
  LONG_ROUNDINGS("add", D2, a, b);
}
KERNEL(d_products) {
  DOUBLES;
  LONG_ROUNDINGS("mul", D2, a, b);
}
KERNEL(d_fused) {
  DOUBLES;
  LONG_ROUNDINGS("fma", D3, a, b, b * 0.3);
  PUT2(2, bits(a * b - 1.0), bits(-fabs(a) * b));
}
KERNEL(d_quotients) {
  DOUBLES;
  PUT2(0, D2("div.rn.f64", a, b), D2("div.rz.f64", a, b));
}
KERNEL(d_directed_quotients) {
  DOUBLES;
  PUT2(0, D2("div.rm.f64", a, b), D2("div.rp.f64", a, b));
}
KERNEL(d_roots) {
  DOUBLES;
  LONG_ROUNDINGS("sqrt", D1, a);
}
KERNEL(d_reciprocals) {
  DOUBLES;
  LONG_ROUNDINGS("rcp", D1, b);
}
KERNEL(d_approximate) {
  ROW;
  double a = wide(v.x, (v.y & 0x807fffff) | 0x3fc00000), b = fabs(wide(v.z, (v.w & 0x807fffff) | 0x3fc00000));
  PUT2(0, D1("rcp.approx.ftz.f64", a), D1("rsqrt.approx.ftz.f64", b));
}
KERNEL(d_extremes) {
  DOUBLES;
  PUT2(0, D2("min.f64", a, b), D2("max.f64", a, b));
  PUT2(1, bits(fmin(fmax(a, -1.0), 1.0)), bits(copysign(a, b)));
}
KERNEL(d_comparisons) {
  DOUBLES;
  if ((v.x & 3) == 0) b = a;
  PUT(0, ALL("f64", "d", a, b), a < b && b < 1.0, isnan(a) | isinf(b) << 1, signbit(a));
}
#define CONVERTED_LONG(k, round)                                                                                          \
  PUT(k, DR("cvt." round ".s32.f64", a), DR("cvt." round ".u32.f64", a), DR("cvt." round ".s32.f64", b), DR("cvt." round ".u32.f64", b))
KERNEL(d_to_integers) {
  DOUBLES;
  if (i & 1) a = (double)(s64)word64(v.x, v.y) / 4294967296.0 * 1.5;
  CONVERTED_LONG(0, "rni");
  CONVERTED_LONG(1, "rzi");
  CONVERTED_LONG(2, "rmi");
  CONVERTED_LONG(3, "rpi");
}
KERNEL(d_to_longs) {
  DOUBLES;
  if (i & 1) a = (double)(s64)word64(v.x, v.y) * 1.5;
  PUT2(0, DL("cvt.rni.s64.f64", a), DL("cvt.rni.u64.f64", a));
  PUT2(1, DL("cvt.rzi.s64.f64", a), DL("cvt.rzi.u64.f64", a));
  PUT2(2, DL("cvt.rmi.s64.f64", b), DL("cvt.rpi.u64.f64", b));
}
KERNEL(d_from_integers) {
  ROW;
  u64 l = word64(v.x, v.y);
  PUT2(0, RD("cvt.rn.f64.s32", v.x), RD("cvt.rn.f64.u32", v.x));
  PUT2(1, LD("cvt.rn.f64.s64", l), LD("cvt.rz.f64.u64", l));
  PUT2(2, LD("cvt.rm.f64.s64", l), LD("cvt.rp.f64.u64", l));
  PUT2(3, bits((double)(short)v.z), bits((double)(unsigned char)v.w));
}
KERNEL(d_and_singles) {
  DOUBLES;
  float f = single(v.z);
#define NARROWED(round) ({ float r_; asm("cvt." round ".f32.f64 %0,%1;" : "=f"(r_) : "d"(a)); bits(r_); })
  PUT(0, NARROWED("rn"), NARROWED("rz"), NARROWED("rm"), NARROWED("rp"));
  PUT(1, NARROWED("rn.ftz"), NARROWED("rz.ftz"), NARROWED("rn.sat"), bits((float)b));
  PUT2(2, bits((double)f), bits((double)(f * 0.5f)));
}
KERNEL(d_integral) {
  DOUBLES;
  if (i & 1) a = (double)(int)v.x * 0.125;
  PUT2(0, D1("cvt.rni.f64.f64", a), D1("cvt.rzi.f64.f64", a));
  PUT2(1, D1("cvt.rmi.f64.f64", a), D1("cvt.rpi.f64.f64", a));
  PUT2(2, bits(round(a)), (u64)llrint(a * 0.25));
}
KERNEL(d_library) {
  ROW;
  double a = (double)(int)v.x * 1e-8, b = fabs((double)(int)v.y * 1e-8) + 0.01;
  PUT2(0, bits(exp(a)), bits(log(b)));
  PUT2(1, bits(sin(a)), bits(fmod(a, 0.7)));
  PUT2(2, bits(cbrt(b)), bits(atan(a)));
  PUT2(3, bits(sqrt(b) / (a * a + 1.0)), bits(rsqrt(b)));
}
KERNEL(d_power) {
  ROW;
  double a = (double)(int)v.x * 1e-8, b = fabs((double)(int)v.y * 1e-8) + 0.01;
  PUT2(0, bits(pow(b, a)), bits(tanh(a)));
}

// Halves and bfloat16.
#define HALVES(op, F, ...) halves(F(op, __VA_ARGS__))
#define BRAINS(op, F, ...) brains(F(op, __VA_ARGS__))
KERNEL(h_sums) {
  ROW;
  PUT(0, HALVES("add.rn.f16x2", R2, v.x, v.y), HALVES("sub.rn.f16x2", R2, v.x, v.y), HALVES("add.ftz.f16x2", R2, v.x, v.y), HALVES("add.sat.f16x2", R2, v.x, v.y));
  PUT(1, HALVES("sub.ftz.sat.f16x2", R2, v.z, v.w), halves(__byte_perm(R2("add.f16x2", v.x, v.z), 0, 0x1032)), HALVES("neg.f16x2", R1, v.w), HALVES("abs.f16x2", R1, v.z));
}
KERNEL(h_products) {
  ROW;
  PUT(0, HALVES("mul.rn.f16x2", R2, v.x, v.y), HALVES("mul.ftz.f16x2", R2, v.x, v.y), HALVES("mul.sat.f16x2", R2, v.x, v.y), HALVES("mul.ftz.sat.f16x2", R2, v.z, v.w));
  __half a = __ushort_as_half(v.x & 0xffff), b = __ushort_as_half(v.y >> 16);
  PUT(1, half_bits(__half_as_ushort(__hmul(a, b))), half_bits(__half_as_ushort(__hadd(a, b))), bits(__half2float(a) + __half2float(b)), half_bits(__half_as_ushort(__hneg(b))));
}
KERNEL(h_fused) {
  ROW;
  PUT(0, HALVES("fma.rn.f16x2", R3, v.x, v.y, v.z), HALVES("fma.rn.ftz.f16x2", R3, v.x, v.y, v.z), HALVES("fma.rn.sat.f16x2", R3, v.x, v.y, v.z), HALVES("fma.rn.ftz.sat.f16x2", R3, v.x, v.y, v.z));
  PUT(1, HALVES("fma.rn.relu.f16x2", R3, v.x, v.y, v.z), HALVES("fma.rn.ftz.relu.f16x2", R3, v.x, v.y, v.z), halves(R3("fma.rn.f16x2", v.y ^ 0x80008000, v.w, v.x)), 0);
}
KERNEL(h_complex) {
  ROW;
  half2 a = *(half2 *)&v.x, b = *(half2 *)&v.y, c = *(half2 *)&v.z, r = __hcmadd(a, b, c);
  half2 low = __lows2half2(a, b), high = __highs2half2(b, c), sum = __hfma2(low, high, __half2half2(__high2half(c)));
  PUT(0, halves(*(unsigned *)&r), halves(*(unsigned *)&sum), 0, 0);
}
KERNEL(h_extremes) {
  ROW;
  PUT(0, HALVES("min.f16x2", R2, v.x, v.y), HALVES("max.f16x2", R2, v.x, v.y), HALVES("min.ftz.f16x2", R2, v.x, v.y), HALVES("max.NaN.f16x2", R2, v.x, v.y));
  PUT(1, BRAINS("min.bf16x2", R2, v.x, v.y), BRAINS("max.bf16x2", R2, v.x, v.y), BRAINS("min.NaN.bf16x2", R2, v.x, v.y), HALVES("min.ftz.NaN.f16x2", R2, v.x, v.y));
}
KERNEL(h_xor_extremes_89) {
#if __CUDA_ARCH__ >= 890
  ROW;
  PUT(0, HALVES("min.xorsign.abs.f16x2", R2, v.x, v.y), HALVES("max.NaN.xorsign.abs.f16x2", R2, v.x, v.y), BRAINS("max.xorsign.abs.bf16x2", R2, v.x, v.y), BRAINS("min.NaN.xorsign.abs.bf16x2", R2, v.x, v.y));
#endif
}
#define TWO(c, T, a, b) ({ unsigned r_; asm("{.reg .pred p,q;setp." c "." T " p|q,%1,%2;selp.u32 %0,1,0,p;@q or.b32 %0,%0,2;}" : "=r"(r_) : "r"(a), "r"(b)); r_; })
KERNEL(h_comparisons) {
  ROW;
  unsigned a = v.x, b = v.z & 1 ? v.x : v.y;
  PUT(0, TWO("eq", "f16x2", a, b) | TWO("ne", "f16x2", a, b) << 2 | TWO("lt", "f16x2", a, b) << 4 | TWO("le", "f16x2", a, b) << 6 | TWO("gt", "f16x2", a, b) << 8 | TWO("ge", "f16x2", a, b) << 10,
      TWO("equ", "f16x2", a, b) | TWO("neu", "f16x2", a, b) << 2 | TWO("ltu", "f16x2", a, b) << 4 | TWO("leu", "f16x2", a, b) << 6 | TWO("gtu", "f16x2", a, b) << 8 | TWO("geu", "f16x2", a, b) << 10,
      TWO("num", "f16x2", a, b) | TWO("nan", "f16x2", a, b) << 2 | TWO("lt", "ftz.f16x2", a, b) << 4 | TWO("eq", "ftz.f16x2", a, b) << 6, 0);
}
KERNEL(h_set) {
  ROW;
  unsigned r[4];
  asm("set.lt.f16x2.f16x2 %0,%4,%5;set.geu.f16x2.f16x2 %1,%4,%5;set.ne.ftz.f16x2.f16x2 %2,%4,%5;set.num.f16x2.f16x2 %3,%4,%5;" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(v.x), "r"(v.y));
  PUT(0, r[0], r[1], r[2], r[3]);
  half2 a = *(half2 *)&v.z, b = *(half2 *)&v.w;
  PUT(1, __hgt2_mask(a, b), __hneu2_mask(a, b), __hbeq2(a, b) ? 1 : 2, 0);
}
KERNEL(h_brains) {
  ROW;
  PUT(0, BRAINS("fma.rn.bf16x2", R3, v.x, v.y, v.z), BRAINS("fma.rn.relu.bf16x2", R3, v.x, v.y, v.z), BRAINS("neg.bf16x2", R1, v.x), BRAINS("abs.bf16x2", R1, v.y));
  __nv_bfloat162 a = *(__nv_bfloat162 *)&v.x, b = *(__nv_bfloat162 *)&v.y, s = __hadd2(a, b), p = __hmul2(a, b), d = __hsub2(a, b);
  PUT(1, brains(*(unsigned *)&s), brains(*(unsigned *)&p), brains(*(unsigned *)&d), __hbgt2(a, b) | __hble2(a, b) << 1);
}
KERNEL(h_brains_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  PUT(0, BRAINS("add.rn.bf16x2", R2, v.x, v.y), BRAINS("sub.rn.bf16x2", R2, v.x, v.y), BRAINS("mul.rn.bf16x2", R2, v.x, v.y), 0);
  PUT(1, TWO("lt", "bf16x2", v.x, v.y), TWO("geu", "bf16x2", v.x, v.y), TWO("nan", "bf16x2", v.x, v.y), TWO("eq", "bf16x2", v.x, v.y));
  unsigned r[2];
  asm("set.lt.bf16x2.bf16x2 %0,%2,%3;set.gtu.bf16x2.bf16x2 %1,%2,%3;" : "=r"(r[0]), "=r"(r[1]) : "r"(v.x), "r"(v.y));
  PUT(2, r[0], r[1], 0, 0);
#endif
}
KERNEL(h_from_singles) {
  FLOATS;
  if (v.w & 1) a = a * 0.0f + (float)(int)v.x * 1e-6f;
#define PACKED(op) ({ unsigned r_; asm(op " %0,%1,%2;" : "=r"(r_) : "f"(a), "f"(b)); r_; })
  PUT(0, half_bits(FH("cvt.rn.f16.f32", a)), half_bits(FH("cvt.rz.f16.f32", a)), half_bits(FH("cvt.rn.sat.f16.f32", a)), brain_bits(FH("cvt.rn.bf16.f32", a)));
  PUT(1, halves(PACKED("cvt.rn.f16x2.f32")), halves(PACKED("cvt.rz.f16x2.f32")), brains(PACKED("cvt.rn.bf16x2.f32")), brains(PACKED("cvt.rz.bf16x2.f32")));
  PUT(2, halves(PACKED("cvt.rn.relu.f16x2.f32")), halves(PACKED("cvt.rz.relu.f16x2.f32")), brains(PACKED("cvt.rn.relu.bf16x2.f32")), brains(PACKED("cvt.rz.relu.bf16x2.f32")));
  PUT(3, brain_bits(FH("cvt.rz.bf16.f32", b)), half_bits(FH("cvt.rn.relu.f16.f32", a)), a != a ? 0 : FR("cvt.rna.tf32.f32", a), brain_bits(FH("cvt.rn.relu.bf16.f32", b)));
}
KERNEL(h_to_others) {
  ROW;
  unsigned short a = v.x, b = v.y;
  double d;
  asm("cvt.f64.f16 %0,%1;" : "=d"(d) : "h"(a));
  PUT(0, HF("cvt.f32.f16", a), HF("cvt.ftz.f32.f16", b), bits(__bfloat162float(__ushort_as_bfloat16(a))), bits(d) >> 32);
  PUT(1, HR("cvt.rni.s32.f16", a), HR("cvt.rzi.u32.f16", a), HR("cvt.rmi.s32.f16", a), HR("cvt.rpi.u32.f16", b));
  PUT2(2, HL("cvt.rzi.s64.f16", a), HL("cvt.rni.u64.f16", b));
  unsigned short s, u;
  asm("cvt.rzi.s16.f16 %0,%1;" : "=h"(s) : "h"(a));
  asm("cvt.rni.u16.f16 %0,%1;" : "=h"(u) : "h"(b));
  PUT(3, s, u, HR("cvt.rzi.sat.s8.f16", a), HR("cvt.rni.sat.u8.f16", b));
}
KERNEL(h_from_others) {
  ROW;
  u64 l = word64(v.x, v.y);
  double d = wide(v.x, (v.y & 0x80ffffff) | 0x3f000000);
  unsigned short h, g;
  asm("cvt.rn.f16.f64 %0,%1;" : "=h"(h) : "d"(d));
  asm("cvt.rn.f16.s16 %0,%1;" : "=h"(g) : "h"((unsigned short)v.z));
  PUT(0, RH("cvt.rn.f16.s32", v.x), RH("cvt.rz.f16.u32", v.x & 0x1ffff), RH("cvt.rm.f16.s32", v.y & 0xffff), RH("cvt.rp.f16.u32", v.y & 0xffff));
  PUT(1, LH("cvt.rn.f16.s64", l), LH("cvt.rn.f16.u64", l & 0x3ffff), h, g);
  PUT(2, __bfloat16_as_ushort(__int2bfloat16_rn((int)v.x)), __bfloat16_as_ushort(__uint2bfloat16_rn(v.y)), __half_as_ushort(__short2half_rz((short)v.z)), __bfloat16_as_ushort(__double2bfloat16(d)));
}
KERNEL(h_integral) {
  ROW;
#define H1(op, a) ({ unsigned short r_; asm(op " %0,%1;" : "=h"(r_) : "h"((unsigned short)(a))); half_bits(r_); })
  PUT(0, H1("cvt.rni.f16.f16", v.x), H1("cvt.rzi.f16.f16", v.x), H1("cvt.rmi.f16.f16", v.x), H1("cvt.rpi.f16.f16", v.x));
  half2 a = *(half2 *)&v.y, r = h2rint(a), f = h2floor(a), t = h2trunc(a);
  PUT(1, halves(*(unsigned *)&r), halves(*(unsigned *)&f), halves(*(unsigned *)&t), 0);
}
KERNEL(h_brains_and_integers_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  unsigned short a = v.x;
  PUT(0, HR("cvt.rni.s32.bf16", a), HR("cvt.rzi.u32.bf16", a), HR("cvt.rmi.s32.bf16", a), brain_bits(RH("cvt.rz.bf16.s32", v.y)));
  PUT(1, brain_bits(RH("cvt.rn.bf16.u32", v.y)), brain_bits(RH("cvt.rm.bf16.s32", v.z)), brain_bits(RH("cvt.rp.bf16.u32", v.z)), brain_bits(H1("cvt.bf16.f16", v.w)));
  PUT2(2, HL("cvt.rzi.s64.bf16", a), word64(brain_bits(LH("cvt.rn.bf16.u64", word64(v.x, v.y))), 0));
#endif
}
KERNEL(h_divided) {
  ROW;
  half2 a = *(half2 *)&v.x, b = *(half2 *)&v.y, q = __h2div(a, b), s = h2sqrt(__habs2(a)), r = h2rcp(b), e = h2rsqrt(__habs2(b));
  PUT(0, halves(*(unsigned *)&q), halves(*(unsigned *)&s), halves(*(unsigned *)&r), halves(*(unsigned *)&e));
}
KERNEL(h_approximate) {
  ROW;
  unsigned a = (v.x & 0x8fff8fff) | 0x30003000;
  unsigned short h, g;
  asm("tanh.approx.f16 %0,%1;" : "=h"(h) : "h"((unsigned short)a));
  asm("ex2.approx.f16 %0,%1;" : "=h"(g) : "h"((unsigned short)a));
  PUT(0, R1("tanh.approx.f16x2", a), R1("ex2.approx.f16x2", a), h, g);
}
KERNEL(h_approximate_brains_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  unsigned a = (v.x & 0x81ff81ff) | 0x3e003e00;
  PUT(0, R1("tanh.approx.bf16x2", a), R1("ex2.approx.ftz.bf16x2", a), 0, 0);
#endif
}
KERNEL(h_eight_bits_89) {
#if __CUDA_ARCH__ >= 890
  FLOATS;
  if (v.w & 1) a = (float)(int)v.x * 1e-7f, b = (float)(int)v.y * 1e-9f;
#define EIGHT(op) ({ unsigned short r_; asm(op " %0,%1,%2;" : "=h"(r_) : "f"(a), "f"(b)); (unsigned)r_; })
  PUT(0, EIGHT("cvt.rn.satfinite.e4m3x2.f32"), EIGHT("cvt.rn.satfinite.e5m2x2.f32"), EIGHT("cvt.rn.satfinite.relu.e4m3x2.f32"), EIGHT("cvt.rn.satfinite.relu.e5m2x2.f32"));
  unsigned short x = v.x, y = v.y;
  unsigned r[4];
  asm("cvt.rn.f16x2.e4m3x2 %0,%1;" : "=r"(r[0]) : "h"(x));
  asm("cvt.rn.f16x2.e5m2x2 %0,%1;" : "=r"(r[1]) : "h"(x));
  asm("cvt.rn.relu.f16x2.e4m3x2 %0,%1;" : "=r"(r[2]) : "h"(y));
  asm("cvt.rn.relu.f16x2.e5m2x2 %0,%1;" : "=r"(r[3]) : "h"(y));
  PUT(1, halves(r[0]), halves(r[1]), halves(r[2]), halves(r[3]));
  PUT(2, RH("cvt.rn.satfinite.e4m3x2.f16x2", v.z), RH("cvt.rn.satfinite.e5m2x2.f16x2", v.z), RH("cvt.rn.satfinite.relu.e4m3x2.f16x2", v.z), RH("cvt.rn.satfinite.relu.e5m2x2.f16x2", v.z));
#endif
}
