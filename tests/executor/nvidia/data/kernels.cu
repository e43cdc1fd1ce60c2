// Small kernels: what ordinary CUDA programs do.
#include <cuda_fp16.h>
#define K extern "C" __global__ void
K k01_vadd(const float* a, const float* b, float* c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
K k02_daxpy(double al, const double* x, double* y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = al * x[i] + y[i];
}
K k03_matmul(const float* A, const float* B, float* C, int N) {
  __shared__ float s[16][17], t[16][16];
  int x = threadIdx.x, y = threadIdx.y, r = blockIdx.y * 16 + y, c = blockIdx.x * 16 + x;
  float acc = 0;
  for (int k = 0; k < N; k += 16) {
    s[y][x] = A[r * N + k + x];
    t[y][x] = B[(k + y) * N + c];
    __syncthreads();
#pragma unroll
    for (int j = 0; j < 16; j++) acc += s[y][j] * t[j][x];
    __syncthreads();
  }
  C[r * N + c] = acc;
}
K k04_reduce(const float* a, float* o) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = a[blockIdx.x * 256 + t];
  __syncthreads();
  for (int d = 128; d > 0; d >>= 1) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) o[blockIdx.x] = s[0];
}
K k05_shflred(const int* a, int* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v = i < n ? a[i] : 0;
  for (int d = 16; d; d >>= 1) v += __shfl_down_sync(~0u, v, d);
  int w = __shfl_xor_sync(~0u, v, 3, 8), u = __shfl_up_sync(~0u, v, 2, 16);
  if ((threadIdx.x & 31) == 0) atomicAdd(o, v);
  o[1 + i] = w * 3 + u + __shfl_sync(~0u, v, 5);
}
K k06_ballot(const int* a, unsigned* o) {
  int i = threadIdx.x;
  unsigned m = __ballot_sync(~0u, a[i] & 1);
  o[i] = m * 2 + __popc(m) + (__any_sync(~0u, a[i] > 90) ? 1000 : 0) + (__all_sync(~0u, a[i] >= 0) ? 7 : 0) + __ffs(m) +
         __clz(m);
}
K k07_hist(const unsigned char* p, int* h, int n) {
  __shared__ int s[64];
  if (threadIdx.x < 64) s[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[p[i] & 63], 1);
  __syncthreads();
  if (threadIdx.x < 64) atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
K k08_math(const float* a, float* o, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  float x = a[i];
  o[i] = expf(x) + sqrtf(x) * logf(x + 1) + powf(x, 1.7f);
  o[i + n] = sinf(x) * cosf(x * 3.0f);
  o[i + 2 * n] = x / (x + 0.3f) + rsqrtf(x) + 1.0f / x;
}
K k09_idiv(const int* a, const int* b, int* o, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    o[i] = a[i] / b[i];
    o[i + n] = a[i] % b[i];
    o[i + 2 * n] = (unsigned)a[i] / (unsigned)b[i] + a[i] % 7 + a[i] / 10;
  }
}
K k10_i64(const long long* a, const long long* b, long long* o, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    long long x = a[i], y = b[i];
    o[i] = x * y + (x >> 7) - (y << 9);
    o[i + n] = x / y;
    o[i + 2 * n] = (unsigned long long)x % (unsigned long long)y;
    o[i + 3 * n] = x < y ? __umul64hi(x, y) : (x ^ ~y);
  }
}
K k11_early(const int* a, int* o, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  int x = a[i];
  if (x < 0) {
    o[i] = -1;
    return;
  }
  int c = 0;
  while (x != 1 && x) {
    x = x & 1 ? 3 * x + 1 : x >> 1;
    if (++c > 200) return;
  }
  o[i] = c;
}
K k12_nested(const int* a, int* o, int n) {
  int i = threadIdx.x;
  int s = 0;
  for (int j = 0; j < a[i]; j++) {
    for (int k = j; k < n; k++) {
      if ((k ^ j) % 3 == 0) continue;
      if (s > 5000) break;
      s += k * j + 1;
    }
    if (s & 1) s += 2;
  }
  o[i] = s;
}
K k13_switch(const int* a, int* o) {
  int i = threadIdx.x, x = a[i], r;
  switch (x & 7) {
    case 0:
      r = x * 3;
      break;
    case 1:
      r = x ^ 0x55;
      break;
    case 2:
      r = x / 5;
      break;
    case 3:
      r = o[i] + 1;
      break;
    case 4:
      r = __popc(x);
      break;
    case 5:
      r = x << (i & 7);
      break;
    case 6:
      r = -x;
      break;
    default:
      r = o[(i + 1) & 63] * 2;
  }
  o[i + 64] = r;
}
struct P {
  float s;
  int off;
  double d;
  short h;
  float v[3];
};
K k14_struct(P p, char c, const float* a, float* o, short q) {
  int i = threadIdx.x;
  o[i] = a[(i + p.off) & 63] * p.s + (float)p.d + p.h + p.v[i % 3] + c * q;
}
K k15_half2(const __half2* a, const __half2* b, __half2* o, __half* z) {
  int i = threadIdx.x;
  __half2 x = a[i], y = b[i];
  o[i] = __hfma2(x, y, __hadd2(x, __float2half2_rn(0.5f)));
  z[i] = __hmul(__low2half(x), __high2half(y));
  z[i + 64] = __float2half(__half2float(__low2half(y)) * 3.0f);
  if (__hgt(__low2half(x), __high2half(y))) z[i] = __hneg(z[i]);
}
__constant__ float ctab[8] = {1, 2, 4, 8, 16.5f, -3, 0.25f, 7};
__constant__ int cw = 5;
__device__ int gcount;
__device__ float gtab[4] = {1.5f, 2.5f, 3.5f, 4.5f};
K k16_const(const float* a, float* o) {
  int i = threadIdx.x;
  o[i] = a[i] * ctab[i & 7] + cw + gtab[(i >> 1) & 3];
  if (i < 10) atomicAdd(&gcount, 1);
  __syncthreads();
  if (i == 0) o[64] = gcount;
}
K k17_local(int* o, int k) {
  int l[64];
  for (int i = 0; i < 64; i++) l[(i * 7 + k) & 63] = i * threadIdx.x;
  int s = 0;
  for (int i = 0; i < 64; i++) s += l[(i * k + threadIdx.x) & 63] * (i + 1);
  o[threadIdx.x] = s;
}
__device__ __noinline__ float fn(float x, int n) {
  float r = 1;
  for (int i = 0; i < n; i++) r = r * x + 0.5f;
  return r;
}
__device__ __noinline__ float fn2(float* p, int n) {
  p[n & 3] += 1;
  return fn(p[0], 2) + p[1];
}
K k18_call(const float* a, float* o) {
  int i = threadIdx.x;
  float q[4] = {a[i], 1, 2, 3};
  float s = fn(a[i], i & 7) + fn(a[i] * 0.5f, 3);
  if (i & 1) s += fn2(q, i);
  o[i] = s + q[1];
}
K k19_bytes(const signed char* a, const unsigned short* b, short* o, unsigned char* u, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i < n) {
    o[i] = (short)(a[i] * 3 + b[i]);
    u[i] = (unsigned char)(b[i] >> 3) + a[i];
  }
}
K k20_scan(const int* a, int* o) {
  __shared__ int s[2][128];
  int t = threadIdx.x, p = 0;
  s[0][t] = a[t];
  __syncthreads();
  for (int d = 1; d < 128; d <<= 1) {
    p ^= 1;
    s[p][t] = s[p ^ 1][t] + (t >= d ? s[p ^ 1][t - d] : 0);
    __syncthreads();
  }
  o[t] = s[p][t];
}
K k21_stencil(const float* a, float* o, int w, int h) {
  __shared__ float s[10][18];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  for (int j = threadIdx.y; j < 10; j += 8)
    for (int i = threadIdx.x; i < 18; i += 16) {
      int X = min(max((int)blockIdx.x * 16 + i - 1, 0), w - 1), Y = min(max((int)blockIdx.y * 8 + j - 1, 0), h - 1);
      s[j][i] = a[Y * w + X];
    }
  __syncthreads();
  if (x < w && y < h) {
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    o[y * w + x] = 0.5f * s[j][i] + 0.125f * (s[j - 1][i] + s[j + 1][i] + s[j][i - 1] + s[j][i + 1]);
  }
}
K k22_dyn(const int* a, int* o, int n) {
  extern __shared__ int d[];
  __shared__ int z[8];
  int t = threadIdx.x;
  d[t] = a[t];
  if (t < 8) z[t] = t * 100;
  __syncthreads();
  o[t] = d[n - 1 - t] + z[t & 7];
}
K k23_atom(int* a, unsigned* b, float* f, unsigned long long* q, double* dd) {
  int i = threadIdx.x;
  int r = atomicAdd(&a[0], i);
  atomicMax(&a[1], (i * 37) % 61);
  atomicMin(&a[2], -i);
  atomicOr(b, 1u << (i & 31));
  atomicXor(b + 1, i * 5);
  atomicExch(&a[3], 77);
  atomicAdd(f, 0.5f);
  atomicAdd(q, 1000000007ull * i);
  atomicAdd(dd, 0.25);
  int old = a[4], as;
  do {
    as = old;
    old = atomicCAS(&a[4], as, as + 2);
  } while (old != as);
  a[8 + i] = r >= 0;
}
K k24_dmath(const double* a, double* o, float* f, int n) {
  int i = threadIdx.x;
  double x = a[i];
  o[i] = sqrt(x) + 1.0 / x;
  o[i + n] = exp(-x) * sin(x);
  f[i] = (float)(x / 3.0);
  f[i + n] = (float)((long long)(x * 1e6)) + (unsigned)(x * 100) + (float)fmax(x, 2.0);
}
