// Functions of two halves in a word; results are compared bit by bit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "inputs.h"

__device__ unsigned bits(__half x) { return __hisnan(x) ? 0x7fffu : __half_as_ushort(x); }
__device__ unsigned bits(__nv_bfloat16 x) { return __hisnan(x) ? 0x7fffu : __bfloat16_as_ushort(x); }
__device__ unsigned bits(__half2 x) { return bits(__low2half(x)) | bits(__high2half(x)) << 16; }
__device__ unsigned bits(__nv_bfloat162 x) {
  return bits(__low2bfloat16(x)) | bits(__high2bfloat16(x)) << 16;
}
template <class T> __device__ T made(unsigned word) {
  T value;
  memcpy(&value, &word, sizeof value);
  return value;
}

__global__ void of_halves(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __half2 x = made<__half2>(a[i]), y = made<__half2>(b[i]), z = made<__half2>(c[i]);
  o[0 * n + i] = bits(__hmax2(x, y));
  o[1 * n + i] = bits(__hmax2_nan(x, y));
  o[2 * n + i] = bits(__hmax_nan(x.x, y.y));
  o[3 * n + i] = bits(__hmin2(x, y));
  o[4 * n + i] = bits(__hmin2_nan(x, y));
  o[5 * n + i] = bits(__hmin_nan(x.x, y.y));
  o[6 * n + i] = bits(__hfma2_relu(x, y, z));
  o[7 * n + i] = bits(__hfma_relu(x.y, y.x, z.x));
  o[8 * n + i] = bits(__hcmadd(x, y, z));
  o[9 * n + i] = __heq2_mask(x, y);
  o[10 * n + i] = __hequ2_mask(x, y);
  o[11 * n + i] = __hne2_mask(x, y);
  o[12 * n + i] = __hneu2_mask(x, y);
  o[13 * n + i] = __hlt2_mask(x, y);
  o[14 * n + i] = __hltu2_mask(x, y);
  o[15 * n + i] = __hle2_mask(x, y);
  o[16 * n + i] = __hleu2_mask(x, y);
  o[17 * n + i] = __hgt2_mask(x, y);
  o[18 * n + i] = __hgtu2_mask(x, y);
  o[19 * n + i] = __hge2_mask(x, y);
  o[20 * n + i] = __hgeu2_mask(x, y);
  o[21 * n + i] = bits(__hadd_sat(x.x, y.y));
  o[22 * n + i] = bits(__hmul_sat(x.x, y.y));
  o[23 * n + i] = bits(__hltu2(x, y));
  o[24 * n + i] = bits(__hadd_rn(x.x, y.x));
  o[25 * n + i] = bits(__hmul_rn(x.x, y.x));
  o[26 * n + i] = bits(__hadd2_rn(x, y));
}

__global__ void of_bfloat16(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __nv_bfloat162 x = made<__nv_bfloat162>(a[i]), y = made<__nv_bfloat162>(b[i]);
  __nv_bfloat162 z = made<__nv_bfloat162>(c[i]);
  o[0 * n + i] = bits(__hmax2(x, y));
  o[1 * n + i] = bits(__hmax2_nan(x, y));
  o[2 * n + i] = bits(__hmax_nan(x.x, y.y));
  o[3 * n + i] = bits(__hmin2(x, y));
  o[4 * n + i] = bits(__hmin2_nan(x, y));
  o[5 * n + i] = bits(__hmin_nan(x.x, y.y));
  o[6 * n + i] = bits(__hfma2_relu(x, y, z));
  o[7 * n + i] = bits(__hfma_relu(x.y, y.x, z.x));
  o[8 * n + i] = bits(__hcmadd(x, y, z));
  o[9 * n + i] = __heq2_mask(x, y);
  o[10 * n + i] = __hequ2_mask(x, y);
  o[11 * n + i] = __hne2_mask(x, y);
  o[12 * n + i] = __hneu2_mask(x, y);
  o[13 * n + i] = __hlt2_mask(x, y);
  o[14 * n + i] = __hltu2_mask(x, y);
  o[15 * n + i] = __hle2_mask(x, y);
  o[16 * n + i] = __hleu2_mask(x, y);
  o[17 * n + i] = __hgt2_mask(x, y);
  o[18 * n + i] = __hgtu2_mask(x, y);
  o[19 * n + i] = __hge2_mask(x, y);
  o[20 * n + i] = __hgeu2_mask(x, y);
  o[21 * n + i] = bits(__hadd_rn(x.x, y.x));
  o[22 * n + i] = bits(__hmul_rn(x.x, y.x));
  o[23 * n + i] = bits(__hadd2_rn(x, y));
  o[24 * n + i] = bits(__floats2bfloat162_rn(__uint_as_float(a[i]), __uint_as_float(b[i])));
  o[25 * n + i] = bits(__float2bfloat162_rn(__uint_as_float(a[i])));
  o[26 * n + i] = bits(make_bfloat162(x.x, y.y));
  o[27 * n + i] = bits(__hadd_sat(x.x, y.y));
  o[28 * n + i] = bits(__hsub_sat(x.x, y.y));
  o[29 * n + i] = bits(__hmul_sat(x.x, y.y));
  o[30 * n + i] = bits(__hfma_sat(x.x, y.y, z.x));
  o[31 * n + i] = bits(__hadd2_sat(x, y));
  o[32 * n + i] = bits(__hsub2_sat(x, y));
  o[33 * n + i] = bits(__hmul2_sat(x, y));
  o[34 * n + i] = bits(__hfma2_sat(x, y, z));
  o[35 * n + i] = bits(__hequ2(x, y));
  o[36 * n + i] = bits(__hneu2(x, y));
  o[37 * n + i] = bits(__hltu2(x, y));
  o[38 * n + i] = bits(__hleu2(x, y));
  o[39 * n + i] = bits(__hgtu2(x, y));
  o[40 * n + i] = bits(__hgeu2(x, y));
}

int main() {
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0x80000000u, 0x00008000u, 0x7e003c00u, 0x3c007e00u, 0x7e00fe00u, 0x7c00fc00u, 0xbc003c01u, 0x000103ffu, 0x7bff7bffu, 0xfbff0400u, 0x40003800u, 0xc2004900u, 0x3555b555u, 0x0u}, 0, n);
    unsigned* a;
    cudaMalloc(&a, n * sizeof(unsigned));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0x80000000u, 0x00008000u, 0x7e003c00u, 0x3c007e00u, 0x7e00fe00u, 0x7c00fc00u, 0xbc003c01u, 0x000103ffu, 0x7bff7bffu, 0xfbff0400u, 0x40003800u, 0xc2004900u, 0x3555b555u, 0x0u}, 1, n);
    unsigned* b;
    cudaMalloc(&b, n * sizeof(unsigned));
    cudaMemcpy(b, hb.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hc = inputs<uint32_t>({0x80000000u, 0x00008000u, 0x7e003c00u, 0x3c007e00u, 0x7e00fe00u, 0x7c00fc00u, 0xbc003c01u, 0x000103ffu, 0x7bff7bffu, 0xfbff0400u, 0x40003800u, 0xc2004900u, 0x3555b555u, 0x0u}, 2, n);
    unsigned* c;
    cudaMalloc(&c, n * sizeof(unsigned));
    cudaMemcpy(c, hc.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(27 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_halves<<<(n + 127) / 128, 128>>>(a, b, c, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__hmax2 __hmax2_nan __hmax_nan __hmin2 __hmin2_nan __hmin_nan __hfma2_relu "
         "__hfma_relu __hcmadd __heq2_mask __hequ2_mask __hne2_mask __hneu2_mask __hlt2_mask "
         "__hltu2_mask __hle2_mask __hleu2_mask __hgt2_mask __hgtu2_mask __hge2_mask "
         "__hgeu2_mask __hadd_sat __hmul_sat __hltu2 __hadd_rn __hmul_rn __hadd2_rn",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0x80000000u, 0x00008000u, 0x7fc03f80u, 0x3f807fc0u, 0x7fc0ffc0u, 0x7f80ff80u, 0xbf803f81u, 0x0001007fu, 0x7f7f7f7fu, 0xff7f0080u, 0x40003f00u, 0xc0404120u, 0x3eabbeabu, 0x0u}, 0, n);
    unsigned* a;
    cudaMalloc(&a, n * sizeof(unsigned));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0x80000000u, 0x00008000u, 0x7fc03f80u, 0x3f807fc0u, 0x7fc0ffc0u, 0x7f80ff80u, 0xbf803f81u, 0x0001007fu, 0x7f7f7f7fu, 0xff7f0080u, 0x40003f00u, 0xc0404120u, 0x3eabbeabu, 0x0u}, 1, n);
    unsigned* b;
    cudaMalloc(&b, n * sizeof(unsigned));
    cudaMemcpy(b, hb.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hc = inputs<uint32_t>({0x80000000u, 0x00008000u, 0x7fc03f80u, 0x3f807fc0u, 0x7fc0ffc0u, 0x7f80ff80u, 0xbf803f81u, 0x0001007fu, 0x7f7f7f7fu, 0xff7f0080u, 0x40003f00u, 0xc0404120u, 0x3eabbeabu, 0x0u}, 2, n);
    unsigned* c;
    cudaMalloc(&c, n * sizeof(unsigned));
    cudaMemcpy(c, hc.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(41 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_bfloat16<<<(n + 127) / 128, 128>>>(a, b, c, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__hmax2:bf16 __hmax2_nan:bf16 __hmax_nan:bf16 __hmin2:bf16 __hmin2_nan:bf16 "
         "__hmin_nan:bf16 __hfma2_relu:bf16 __hfma_relu:bf16 __hcmadd:bf16 __heq2_mask:bf16 "
         "__hequ2_mask:bf16 __hne2_mask:bf16 __hneu2_mask:bf16 __hlt2_mask:bf16 "
         "__hltu2_mask:bf16 __hle2_mask:bf16 __hleu2_mask:bf16 __hgt2_mask:bf16 "
         "__hgtu2_mask:bf16 __hge2_mask:bf16 __hgeu2_mask:bf16 __hadd_rn:bf16 __hmul_rn:bf16 "
         "__hadd2_rn:bf16 __floats2bfloat162_rn __float2bfloat162_rn make_bfloat162 "
         "__hadd_sat:bf16 __hsub_sat:bf16 __hmul_sat:bf16 __hfma_sat:bf16 __hadd2_sat:bf16 "
         "__hsub2_sat:bf16 __hmul2_sat:bf16 __hfma2_sat:bf16 __hequ2:bf16 __hneu2:bf16 "
         "__hltu2:bf16 __hleu2:bf16 __hgtu2:bf16 __hgeu2:bf16",
         results, n);
  }
}
