// Kernels of many kinds, with no header and no device library, so that they build for every GPU in half a second.
#define DEVICE __attribute__((device))
#define KERNEL extern "C" __attribute__((global))
#define SHARED __attribute__((shared))
typedef unsigned long u64;
typedef _Float16 half2 __attribute__((ext_vector_type(2)));
typedef float float4 __attribute__((ext_vector_type(4)));

DEVICE int counter;
__attribute__((constant)) float factors[64];

DEVICE static int lane() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE static int group() { return __builtin_amdgcn_workgroup_id_x(); }

KERNEL void scale(float a, const float *x, float *y, int n) {
  int i = group() * 256 + lane();
  if (i < n)
    y[i] = a * x[i] + y[i] + factors[i & 63];
}

KERNEL __attribute__((amdgpu_flat_work_group_size(1, 256))) void reduce(const float *x, float *out) {
  SHARED static float part[256];
  part[lane()] = x[group() * 256 + lane()];
  for (int half = 128; half; half >>= 1) {
    __builtin_amdgcn_s_barrier();
    if (lane() < half)
      part[lane()] += part[lane() + half];
  }
  if (lane() == 0)
    __atomic_fetch_add((int *)out, (int)part[0], __ATOMIC_RELAXED);
}

KERNEL void doubles(double *x, const double *y, u64 *bits) {
  double value = x[lane()] / y[lane()] + __builtin_fma(x[lane() + 1], 1.25, -y[lane() + 2]);
  x[lane()] = __builtin_fabs(value) > 3.0 ? value : -__builtin_floor(value * 0.3);
  bits[lane()] = bits[lane()] * bits[lane() + 1] + (bits[lane() + 2] >> (lane() & 63));
}

KERNEL void halves(half2 *h, _Float16 *g, short *s, unsigned char *c, float *f) {
  h[lane()] = h[lane()] * h[lane() + 1] + h[lane() + 2];
  g[lane()] = (_Float16)((float)g[lane() + 1] * (float)g[lane() + 2] + f[lane()]);
  s[lane()] = s[lane()] * 3 + (s[lane() + 1] >> 2) - c[lane() + 3];
  c[lane()] = c[lane()] + c[lane() + 1] * 2;
  f[lane()] = (float)c[lane() + 2] + (float)s[lane() + 4];
}

KERNEL void vectors(float4 *v, float4 *w) {
  v[lane()] = v[lane()] * w[lane()] + v[lane() + 1];
  w[lane()] = v[lane() + 2] - w[lane() + 3].yxwz;
}

KERNEL void lanes(int *x, u64 *masks) {
  int value = x[lane()];
  value += __builtin_amdgcn_update_dpp(0, value, 0x111, 0xf, 0xf, true);
  value += __builtin_amdgcn_update_dpp(value, value, 0xb1, 0xa, 0xf, false);
  value += __builtin_amdgcn_ds_bpermute(value * 4, value);
  value += __builtin_amdgcn_readfirstlane(value) + __builtin_amdgcn_readlane(value, 3);
  value += __builtin_amdgcn_ds_swizzle(value, 0x401f) + __builtin_amdgcn_mbcnt_lo(~0u, value);
  masks[lane()] = __builtin_amdgcn_uicmp(value, 5, 34);
  x[lane()] = value;
}

KERNEL void stack(int *x, int n) {
  int own[64];
  for (int i = 0; i < 64; ++i)
    own[i] = x[i] * n;
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += own[(i * 7 + x[i]) & 63];
  x[lane()] = sum;
}

DEVICE __attribute__((noinline)) int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

KERNEL void recursion(int *x) { x[lane()] = fibonacci(x[lane()]); }

KERNEL void atomics(int *x, u64 *y, float *f, double *d) {
  __atomic_fetch_max(x, lane(), __ATOMIC_SEQ_CST);
  y[1] = __atomic_fetch_add(y, (u64)lane(), __ATOMIC_ACQ_REL);
  u64 expected = 5;
  __atomic_compare_exchange_n(y + 2, &expected, 7ul, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  SHARED static int bins[16];
  __atomic_fetch_add(&bins[lane() & 15], 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&counter, bins[3], __ATOMIC_RELAXED);
  __builtin_amdgcn_s_sleep(1);
}

KERNEL void choices(int *x, int n) {
  int value = x[lane()];
  switch (n) {
  case 0: value = 3; break;
  case 1: value *= 7; break;
  case 2: value ^= 5; break;
  case 3: value += x[1]; break;
  case 4: value /= n + 3; break;
  case 5: value = __builtin_clz(value) + __builtin_popcount(value); break;
  default: value = __builtin_amdgcn_ubfe(value, 3, 5);
  }
  x[lane()] = value;
}

#if defined(__gfx90a__) || defined(__gfx942__)
KERNEL void matrix(float4 *out, const float *a, const float *b) {
  typedef float float16 __attribute__((ext_vector_type(16)));
  float16 sum = {};
  float4 small = {};
  for (int i = 0; i < 8; ++i) {
    sum = __builtin_amdgcn_mfma_f32_32x32x2f32(a[lane() + i], b[lane() + i], sum, 0, 0, 0);
    small = __builtin_amdgcn_mfma_f32_16x16x4f32(a[lane()], b[lane() + 2 * i], small, 0, 0, 0);
  }
  out[lane()] = sum.lo.lo + small;
}
#endif
