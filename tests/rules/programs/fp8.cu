// Numbers of 8 bits in OCP's encodings: made of others by conversion, and read back.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "inputs.h"

__global__ void from_float(const float *a, unsigned *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i];
  o[0 * n + i] = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
  o[1 * n + i] = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3);
  o[2 * n + i] = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2);
  o[3 * n + i] = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2);
  o[4 * n + i] = __nv_fp8_e4m3(x).__x;
  o[5 * n + i] = __nv_fp8_e5m2(x).__x;
  o[6 * n + i] = __nv_cvt_float2_to_fp8x2(make_float2(x, 0.7f), __NV_SATFINITE, __NV_E4M3);
  o[7 * n + i] = __nv_fp8x4_e5m2(make_float4(x, 2.0f, 1.0f, x * 2)).__x;
  o[8 * n + i] = __nv_fp8_e4m3(double(x) * 1.0009765625).__x;
  o[9 * n + i] = __nv_fp8_e4m3(__float2bfloat16(x)).__x;
  o[11 * n + i] = __nv_cvt_halfraw_to_fp8(__float2half(x), __NV_NOSAT, __NV_E5M2);
  o[12 * n + i] = __nv_cvt_bfloat16raw_to_fp8(__float2bfloat16(x), __NV_NOSAT, __NV_E4M3);
  o[10 * n + i] = __nv_fp8_e5m2(__float2half(x)).__x;
}

__global__ void back(unsigned *o) {
  int i = threadIdx.x;
  __nv_fp8_e4m3 small;
  __nv_fp8_e5m2 wide;
  small.__x = wide.__x = (unsigned char)i;
  float x = float(small), y = float(wide);
  o[i] = x != x ? 0x7fffffffu : __float_as_uint(x);
  o[256 + i] = y != y ? 0x7fffffffu : __float_as_uint(y);
  __half h(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, __NV_E4M3));
  __half w(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)i, __NV_E5M2));
  o[512 + i] = __hisnan(h) ? 0x7fffu : __half_as_ushort(h);
  o[768 + i] = __hisnan(w) ? 0x7fffu : __half_as_ushort(w);
}

int main() {
  const int n = 8192;
  std::vector<uint32_t> words = inputs<uint32_t>(
      {0u, 0x80000000u, 1u, 0x80000001u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x43e00000u,
       0x43e80000u, 0x43e80001u, 0x43f00000u, 0x47600000u, 0x47700000u, 0x476fffffu, 0x3a800000u, 0x3b000000u,
       0x3a800001u, 0x37000000u, 0x37800000u, 0x37000001u, 0x3c800000u, 0x3c780000u, 0x7f7fffffu},
      0, n);
  for (int i = n / 2; i < n; ++i) // around the range of the formats
    words[i] = (words[i] & 0x80ffffffu) | (0x37u + i % 17) << 24;
  for (uint32_t &word : words) // HIP keeps the sign of NaN
    if ((word & 0x7fffffffu) > 0x7f800000u)
      word &= 0x7fffffffu;
  float *a;
  unsigned *o;
  std::vector<uint32_t> results(13 * n);
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&o, results.size() * sizeof(unsigned));
  cudaMemcpy(a, words.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  from_float<<<n / 128, 128>>>(a, o, n);
  cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
  show("e4m3_finite e4m3 e5m2_finite e5m2 __nv_fp8_e4m3 __nv_fp8_e5m2 x2 x4 double bf16 half halfraw bf16raw", results, n);
  back<<<1, 256>>>(o);
  cudaMemcpy(results.data(), o, 1024 * sizeof(unsigned), cudaMemcpyDeviceToHost);
  show("e4m3_float e5m2_float e4m3_half e5m2_half", results, 256);
}
