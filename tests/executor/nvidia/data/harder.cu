// Harder constructs: jump tables, shared atomics, warp votes, generic addresses, libm.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#define K extern "C" __global__ void
K m01_brx(const int* a, int* o) {
  int i = threadIdx.x, x = a[i], r = 0;
  switch (x) {
    case 0:
      r = o[i] * 7;
      break;
    case 1:
      o[i + 64] = x + 3;
      r = 5;
      break;
    case 2:
      for (int j = 0; j < i; j++) r += j ^ x;
      break;
    case 3:
      r = o[(i * 3) & 63];
      break;
    case 4:
      r = __brev(i);
      break;
    case 5:
      o[i + 64] = 9;
      r = i / 3;
      break;
    case 6:
      r = o[i] % 11;
      break;
    case 7:
      r = i * i;
      o[i] = -1;
      break;
    case 8:
      r = o[i] - o[(i + 5) & 63];
      break;
    default:
      r = -7;
  }
  o[i + 128] = r;
}
K m02_satom(const int* a, float* f, int* q) {
  __shared__ float s[4];
  __shared__ int m[4];
  __shared__ unsigned long long u[2];
  int i = threadIdx.x;
  if (i < 4) {
    s[i] = 0;
    m[i] = -1000;
  }
  if (i < 2) u[i] = 0;
  __syncthreads();
  atomicAdd(&s[i & 3], 0.25f * (i + 1));
  atomicMax(&m[i & 3], a[i]);
  atomicAdd(&u[i & 1], 3ull << 30);
  atomicExch(&m[3], 12345);
  __syncthreads();
  if (i < 4) {
    f[i] = s[i];
    q[i] = m[i];
  }
  if (i < 2) {
    q[4 + i * 2] = (int)(u[i] >> 32);
    q[5 + i * 2] = (int)u[i];
  }
}
K m03_syncred(const int* a, int* o) {
  int i = threadIdx.x;
  int c = __syncthreads_count(a[i] > 50), d = __syncthreads_and(a[i] >= 0), e = __syncthreads_or(a[i] == 1000);
  o[i] = c * 100 + d * 10 + e;
}
K m04_match(const int* a, unsigned* o) {
  int i = threadIdx.x;
  unsigned m = __match_any_sync(~0u, a[i] & 3);
  o[i] = m;
  int p;
  __match_all_sync(~0u, a[i] >= 0, &p);
  o[i + 64] = p;
  o[i + 128] = __reduce_add_sync(~0u, a[i]) + __reduce_max_sync(~0u, (unsigned)a[i]);
}
K m05_partial(const int* a, int* o) {
  int i = threadIdx.x, l = i & 31;
  int v = a[i], r = 0;
  if (l < 13) {
    unsigned m = 0x1fff;
    for (int d = 8; d; d >>= 1) {
      int t = __shfl_down_sync(m, v, d);
      if (l + d < 13) v += t;
    }
    r = __shfl_sync(m, v, 0) + l;
  } else {
    unsigned m = ~0x1fffu;
    v = v * 2;
    r = __shfl_xor_sync(m, v, 16) + __popc(__ballot_sync(m, v & 2));
    if (l & 1) r -= __popc(__activemask());
  }
  o[i] = r;
}
K m06_bf16(const __nv_bfloat162* a, const __nv_bfloat162* b, __nv_bfloat162* o) {
  int i = threadIdx.x;
  o[i] = __hfma2(a[i], b[i], a[i]);
  o[i + 64] = __hmul2(a[i], b[i]);
}
K m07_vec(const uint4* a, const double2* d, uint4* o, double2* q) {
  int i = threadIdx.x;
  uint4 v = a[i];
  o[i] = make_uint4(v.w + 1, v.z ^ v.x, v.y * 3, v.x >> 2);
  double2 z = d[i];
  q[i] = make_double2(z.y * 2.0, z.x - z.y);
}
K m08_generic(int* g, int* o, int k) {
  __shared__ int s[64];
  int i = threadIdx.x;
  int l[4] = {i, i + 1, i + 2, i + 3};
  s[i] = i * i;
  __syncthreads();
  int* p = (i % 3 == 0) ? &s[63 - i] : (i % 3 == 1) ? g + i : &l[k & 3];
  o[i] = *p + 1;
  *p = 7;
  __syncthreads();
  o[i + 64] = s[i] + l[(k + 1) & 3] + l[k & 3];
}
K m09_math2(const float* a, float* o, int n) {
  int i = threadIdx.x;
  float x = a[i];
  float s, c;
  sincosf(x, &s, &c);
  o[i] = s + c;
  o[i + n] = atan2f(x, 1.3f) + tanhf(x) + erff(x * 0.3f);
  o[i + 2 * n] = fmodf(x * 10.f, 0.7f) + floorf(x) + rintf(x * 2) + fmaxf(x, 1.f) + fminf(x, .5f);
  o[i + 3 * n] = cbrtf(x) + log2f(x) + exp2f(x) + log1pf(x) + __fdividef(x, 3.f) + __expf(x) + __saturatef(x);
}
K m10_dmath2(const double* a, double* o, int n) {
  int i = threadIdx.x;
  double x = a[i];
  o[i] = log(x) + pow(x, 1.5);
  o[i + n] = atan(x) + cos(x) + cbrt(x);
  o[i + 2 * n] = fmod(x * 9, 0.7) + floor(x) + rint(x * 3) + (double)(int)(x * 100) + fabs(-x);
}
K m11_cgtile(const float* a, float* o) {
  auto b = cg::this_thread_block();
  auto t = cg::tiled_partition<16>(b);
  float v = a[b.thread_rank()];
  for (int d = t.size() / 2; d; d /= 2) v += t.shfl_down(v, d);
  if (t.thread_rank() == 0) o[b.thread_rank() / 16] = v;
  auto w = cg::coalesced_threads();
  o[8 + b.thread_rank()] = w.size() + t.meta_group_rank();
}
K m12_syncwarp(const int* a, int* o) {
  __shared__ int s[64];
  int i = threadIdx.x, l = i & 31, b = i & ~31;
  s[i] = a[i];
  __syncwarp();
  for (int d = 16; d; d >>= 1) {
    int t = 0;
    if (l < d) t = s[b + l + d];
    __syncwarp();
    if (l < d) s[i] += t;
    __syncwarp();
  }
  o[i] = s[b] + l;
}
K m13_recur(int* o) {
  int i = threadIdx.x;
  int st[16], sp = 0, r = 0;
  st[sp++] = i & 7;
  while (sp) {
    int v = st[--sp];
    r += v;
    if (v > 1 && sp < 14) {
      st[sp++] = v - 1;
      st[sp++] = v / 2;
    }
  }
  o[i] = r;
}
K m14_bits(const unsigned* a, unsigned* o, const unsigned long long* q, unsigned long long* p) {
  int i = threadIdx.x;
  unsigned x = a[i];
  o[i] = __byte_perm(x, x * 3, 0x4152) + __funnelshift_l(x, ~x, i) + __funnelshift_rc(x, ~x, i) +
         __dp4a((int)x, (int)(x >> 3), 5) + __sad((int)x, (int)i, 3u);
  unsigned long long y = q[i];
  p[i] = (y << (i & 63)) | (y >> (64 - (i | 1))) | (unsigned long long)__popcll(y) + __clzll(y) + __ffsll(y);
  p[i + 64] = (unsigned long long)((long long)y >> (i & 63));
  o[i + 64] = min(x, 1000u) + max((int)x, -5) + abs((int)x) + __usad(x, 7, 1) + ((x >> 5) & 31);
}
K m15_conv(const double* d, const float* f, long long* o, unsigned char* c, short* s) {
  int i = threadIdx.x;
  o[i] = (long long)d[i];
  o[i + 64] = (unsigned long long)fabs(d[i]);
  o[i + 128] = __float2ll_rn(f[i]);
  o[i + 192] = (int)f[i] + (unsigned)fabsf(f[i]);
  c[i] = (unsigned char)(int)f[i];
  s[i] = (short)__double2int_rd(d[i]);
  c[i + 64] = (unsigned char)(__half2float(__float2half_rz(f[i])));
}
K m16_multi(const float* a, float* o, int n, int st) {
  __shared__ float s[8][33];
  int x = threadIdx.x, y = threadIdx.y;
  for (int b = 0; b < n; b += 32) {
    s[y][x] = a[(b + y) * st + x];
    __syncthreads();
    float v = s[x & 7][(y * 4 + x / 8) & 31];
    if (v < 0.5f) {
      for (int k = 0; k < y; k++) {
        v = v * 1.5f + s[k][x];
        if (v > 10.f) goto done;
      }
    }
  done:
    __syncthreads();
    o[(b + y) * st + x] = v;
  }
}
K m17_gen2(int* g, int* o) {
  __shared__ int s[64];
  int i = threadIdx.x;
  s[i] = i * i;
  __syncthreads();
  int* p = (i % 3 == 0) ? &s[63 - i] : g + i;
  o[i] = *p + 1;
  *p = 7;
  if (i % 3 == 0) atomicAdd(p, 5);
  __syncthreads();
  o[i + 64] = s[i];
}
