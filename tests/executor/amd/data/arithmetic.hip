#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

extern "C" __global__ void f64_math(const double *a, const double *b, double *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = a[i] / b[i];
    out[n + i] = sqrt(a[i]) * b[i] + a[i];
    out[2 * n + i] = exp(b[i]);
    out[3 * n + i] = sin(a[i]);
    out[4 * n + i] = floor(a[i] * 3.7) + fmod(a[i], b[i]);
  }
}

extern "C" __global__ void f32_math(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = a[i] / b[i];
    out[n + i] = sinf(a[i]);
    out[2 * n + i] = expf(b[i]);
    out[3 * n + i] = powf(a[i], b[i]);
    out[4 * n + i] = logf(a[i]) + sqrtf(a[i]);
    out[5 * n + i] = tanhf(b[i]) + atan2f(a[i], b[i]);
  }
}

extern "C" __global__ void f16_math(const __half *a, const __half *b, __half *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = __hadd(a[i], b[i]);
    out[n + i] = __hfma(a[i], b[i], a[i]);
    __half2 x = __halves2half2(a[i], b[i]), y = __halves2half2(b[i], b[i]);
    __half2 z = __hmul2(x, y);
    out[2 * n + i] = __low2half(z);
    out[3 * n + i] = __high2half(z);
  }
}

extern "C" __global__ void integers(const int *a, const int *b, long long *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    long long x = a[i], y = b[i];
    out[i] = a[i] / b[i] + 1000 * (a[i] % b[i]);
    out[n + i] = (x * 1234567891011ll) / y;
    out[2 * n + i] = (long long)((unsigned long long)(x * x) % (unsigned)b[i]);
    out[3 * n + i] = __clz(a[i]) + __ffs(b[i]) * 100 + __popc(a[i] ^ b[i]) * 10000;
    out[4 * n + i] = (x << (b[i] & 31)) ^ (y >> 3);
    out[5 * n + i] = __mul24(a[i], b[i]) + (long long)__umulhi(a[i], b[i]);
  }
}

extern "C" __global__ void bytes(const uchar4 *in, uchar4 *out, short *words, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    uchar4 p = in[i];
    out[i] = make_uchar4(255 - p.x, p.y / 2 + p.z / 2, (signed char)p.z >> 1, p.w * 3);
    words[i] = (short)(p.x * p.y - p.z * p.w);
  }
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float ta[16][16], tb[16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    ta[y][x] = a[row * n + k + x];
    tb[y][x] = b[(k + y) * n + col];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
