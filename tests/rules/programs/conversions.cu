// Conversions with a rounding direction; results are compared bit by bit.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "inputs.h"

__device__ unsigned bits(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
__device__ unsigned long long bits(double x) {
  return x != x ? ~0ull >> 1 : (unsigned long long)__double_as_longlong(x);
}
__device__ unsigned bits(__half x) { return __hisnan(x) ? 0x7fffu : __half_as_ushort(x); }
__device__ unsigned bits(__nv_bfloat16 x) { return __hisnan(x) ? 0x7fffu : __bfloat16_as_ushort(x); }

__global__ void from_double(const double* a, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i];
  o[0 * n + i] = bits(__double2float_rd(x));
  o[1 * n + i] = bits(__double2float_rn(x));
  o[2 * n + i] = bits(__double2float_ru(x));
  o[3 * n + i] = bits(__double2float_rz(x));
  o[4 * n + i] = bits(__double2half(x));
}

__global__ void from_float(const float* a, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i];
  o[0 * n + i] = bits(__float2half_rd(x));
  o[1 * n + i] = bits(__float2half_rn(x));
  o[2 * n + i] = bits(__float2half_ru(x));
  o[3 * n + i] = bits(__float2half_rz(x));
  o[4 * n + i] = bits(__float2bfloat16_rd(x));
  o[5 * n + i] = bits(__float2bfloat16_rn(x));
  o[6 * n + i] = bits(__float2bfloat16_ru(x));
  o[7 * n + i] = bits(__float2bfloat16_rz(x));
}

__global__ void from_float_to_long(const float* a, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i];
  o[0 * n + i] = (unsigned long long)__float2ll_rd(x);
  o[1 * n + i] = (unsigned long long)__float2ll_rn(x);
  o[2 * n + i] = (unsigned long long)__float2ll_ru(x);
  o[3 * n + i] = (unsigned long long)__float2ll_rz(x);
  o[4 * n + i] = (unsigned long long)__float2ull_rd(x);
  o[5 * n + i] = (unsigned long long)__float2ull_rn(x);
  o[6 * n + i] = (unsigned long long)__float2ull_ru(x);
  o[7 * n + i] = (unsigned long long)__float2ull_rz(x);
}

__global__ void from_double_to_long(const double* a, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i];
  o[0 * n + i] = (unsigned long long)__double2ll_rd(x);
  o[1 * n + i] = (unsigned long long)__double2ll_rn(x);
  o[2 * n + i] = (unsigned long long)__double2ll_ru(x);
  o[3 * n + i] = (unsigned long long)__double2ll_rz(x);
  o[4 * n + i] = (unsigned long long)__double2ull_rd(x);
  o[5 * n + i] = (unsigned long long)__double2ull_rn(x);
  o[6 * n + i] = (unsigned long long)__double2ull_ru(x);
  o[7 * n + i] = (unsigned long long)__double2ull_rz(x);
}

__global__ void from_integers(const unsigned* a, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = a[i];
  o[0 * n + i] = (unsigned)(__uint2double_rn(x) / 4096 + 0.5);
  o[1 * n + i] = (unsigned)(__int2double_rn((int)x) / 4096 + 1e6);
  o[2 * n + i] = bits(__int2float_rd((int)x));
  o[3 * n + i] = bits(__int2half_rd((int)x));
  o[4 * n + i] = bits(__int2bfloat16_rd((int)x));
  o[5 * n + i] = bits(__int2float_rn((int)x));
  o[6 * n + i] = bits(__int2half_rn((int)x));
  o[7 * n + i] = bits(__int2bfloat16_rn((int)x));
  o[8 * n + i] = bits(__int2float_ru((int)x));
  o[9 * n + i] = bits(__int2half_ru((int)x));
  o[10 * n + i] = bits(__int2bfloat16_ru((int)x));
  o[11 * n + i] = bits(__int2float_rz((int)x));
  o[12 * n + i] = bits(__int2half_rz((int)x));
  o[13 * n + i] = bits(__int2bfloat16_rz((int)x));
  o[14 * n + i] = bits(__uint2float_rd(x));
  o[15 * n + i] = bits(__uint2half_rd(x));
  o[16 * n + i] = bits(__uint2bfloat16_rd(x));
  o[17 * n + i] = bits(__uint2float_rn(x));
  o[18 * n + i] = bits(__uint2half_rn(x));
  o[19 * n + i] = bits(__uint2bfloat16_rn(x));
  o[20 * n + i] = bits(__uint2float_ru(x));
  o[21 * n + i] = bits(__uint2half_ru(x));
  o[22 * n + i] = bits(__uint2bfloat16_ru(x));
  o[23 * n + i] = bits(__uint2float_rz(x));
  o[24 * n + i] = bits(__uint2half_rz(x));
  o[25 * n + i] = bits(__uint2bfloat16_rz(x));
  o[26 * n + i] = bits(__short2half_rd((short)x));
  o[27 * n + i] = bits(__short2bfloat16_rd((short)x));
  o[28 * n + i] = bits(__short2half_rn((short)x));
  o[29 * n + i] = bits(__short2bfloat16_rn((short)x));
  o[30 * n + i] = bits(__short2half_ru((short)x));
  o[31 * n + i] = bits(__short2bfloat16_ru((short)x));
  o[32 * n + i] = bits(__short2half_rz((short)x));
  o[33 * n + i] = bits(__short2bfloat16_rz((short)x));
  o[34 * n + i] = bits(__ushort2half_rd((unsigned short)x));
  o[35 * n + i] = bits(__ushort2bfloat16_rd((unsigned short)x));
  o[36 * n + i] = bits(__ushort2half_rn((unsigned short)x));
  o[37 * n + i] = bits(__ushort2bfloat16_rn((unsigned short)x));
  o[38 * n + i] = bits(__ushort2half_ru((unsigned short)x));
  o[39 * n + i] = bits(__ushort2bfloat16_ru((unsigned short)x));
  o[40 * n + i] = bits(__ushort2half_rz((unsigned short)x));
  o[41 * n + i] = bits(__ushort2bfloat16_rz((unsigned short)x));
}

__global__ void from_long_integers(const unsigned long long* a, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long x = a[i] >> (i % 7) * 8;
  o[0 * n + i] = bits(__ll2float_rd((long long)x));
  o[1 * n + i] = bits(__ll2double_rd((long long)x));
  o[2 * n + i] = bits(__ll2half_rd((long long)x));
  o[3 * n + i] = bits(__ll2bfloat16_rd((long long)x));
  o[4 * n + i] = bits(__ll2float_rn((long long)x));
  o[5 * n + i] = bits(__ll2double_rn((long long)x));
  o[6 * n + i] = bits(__ll2half_rn((long long)x));
  o[7 * n + i] = bits(__ll2bfloat16_rn((long long)x));
  o[8 * n + i] = bits(__ll2float_ru((long long)x));
  o[9 * n + i] = bits(__ll2double_ru((long long)x));
  o[10 * n + i] = bits(__ll2half_ru((long long)x));
  o[11 * n + i] = bits(__ll2bfloat16_ru((long long)x));
  o[12 * n + i] = bits(__ll2float_rz((long long)x));
  o[13 * n + i] = bits(__ll2double_rz((long long)x));
  o[14 * n + i] = bits(__ll2half_rz((long long)x));
  o[15 * n + i] = bits(__ll2bfloat16_rz((long long)x));
  o[16 * n + i] = bits(__ull2float_rd(x));
  o[17 * n + i] = bits(__ull2double_rd(x));
  o[18 * n + i] = bits(__ull2half_rd(x));
  o[19 * n + i] = bits(__ull2bfloat16_rd(x));
  o[20 * n + i] = bits(__ull2float_rn(x));
  o[21 * n + i] = bits(__ull2double_rn(x));
  o[22 * n + i] = bits(__ull2half_rn(x));
  o[23 * n + i] = bits(__ull2bfloat16_rn(x));
  o[24 * n + i] = bits(__ull2float_ru(x));
  o[25 * n + i] = bits(__ull2double_ru(x));
  o[26 * n + i] = bits(__ull2half_ru(x));
  o[27 * n + i] = bits(__ull2bfloat16_ru(x));
  o[28 * n + i] = bits(__ull2float_rz(x));
  o[29 * n + i] = bits(__ull2double_rz(x));
  o[30 * n + i] = bits(__ull2half_rz(x));
  o[31 * n + i] = bits(__ull2bfloat16_rz(x));
}

__global__ void from_half(const unsigned short* a, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __half x = __ushort_as_half(a[i]);
  o[0 * n + i] = (unsigned long long)__half2short_rd(x);
  o[1 * n + i] = (unsigned long long)__half2short_rn(x);
  o[2 * n + i] = (unsigned long long)__half2short_ru(x);
  o[3 * n + i] = (unsigned long long)__half2short_rz(x);
  o[4 * n + i] = (unsigned long long)__half2ushort_rd(x);
  o[5 * n + i] = (unsigned long long)__half2ushort_rn(x);
  o[6 * n + i] = (unsigned long long)__half2ushort_ru(x);
  o[7 * n + i] = (unsigned long long)__half2ushort_rz(x);
  o[8 * n + i] = (unsigned long long)__half2int_rd(x);
  o[9 * n + i] = (unsigned long long)__half2int_rn(x);
  o[10 * n + i] = (unsigned long long)__half2int_ru(x);
  o[11 * n + i] = (unsigned long long)__half2int_rz(x);
  o[12 * n + i] = (unsigned long long)__half2uint_rd(x);
  o[13 * n + i] = (unsigned long long)__half2uint_rn(x);
  o[14 * n + i] = (unsigned long long)__half2uint_ru(x);
  o[15 * n + i] = (unsigned long long)__half2uint_rz(x);
  o[16 * n + i] = (unsigned long long)__half2ll_rd(x);
  o[17 * n + i] = (unsigned long long)__half2ll_rn(x);
  o[18 * n + i] = (unsigned long long)__half2ll_ru(x);
  o[19 * n + i] = (unsigned long long)__half2ll_rz(x);
  o[20 * n + i] = (unsigned long long)__half2ull_rd(x);
  o[21 * n + i] = (unsigned long long)__half2ull_rn(x);
  o[22 * n + i] = (unsigned long long)__half2ull_ru(x);
  o[23 * n + i] = (unsigned long long)__half2ull_rz(x);
  o[24 * n + i] = (unsigned long long)__half2char_rz(x);
  o[25 * n + i] = (unsigned long long)__half2uchar_rz(x);
}

__global__ void from_bfloat16(const unsigned short* a, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  __nv_bfloat16 x = __ushort_as_bfloat16(a[i]);
  o[0 * n + i] = (unsigned long long)__bfloat162short_rd(x);
  o[1 * n + i] = (unsigned long long)__bfloat162short_rn(x);
  o[2 * n + i] = (unsigned long long)__bfloat162short_ru(x);
  o[3 * n + i] = (unsigned long long)__bfloat162short_rz(x);
  o[4 * n + i] = (unsigned long long)__bfloat162ushort_rd(x);
  o[5 * n + i] = (unsigned long long)__bfloat162ushort_rn(x);
  o[6 * n + i] = (unsigned long long)__bfloat162ushort_ru(x);
  o[7 * n + i] = (unsigned long long)__bfloat162ushort_rz(x);
  o[8 * n + i] = (unsigned long long)__bfloat162int_rd(x);
  o[9 * n + i] = (unsigned long long)__bfloat162int_rn(x);
  o[10 * n + i] = (unsigned long long)__bfloat162int_ru(x);
  o[11 * n + i] = (unsigned long long)__bfloat162int_rz(x);
  o[12 * n + i] = (unsigned long long)__bfloat162uint_rd(x);
  o[13 * n + i] = (unsigned long long)__bfloat162uint_rn(x);
  o[14 * n + i] = (unsigned long long)__bfloat162uint_ru(x);
  o[15 * n + i] = (unsigned long long)__bfloat162uint_rz(x);
  o[16 * n + i] = (unsigned long long)__bfloat162ll_rd(x);
  o[17 * n + i] = (unsigned long long)__bfloat162ll_rn(x);
  o[18 * n + i] = (unsigned long long)__bfloat162ll_ru(x);
  o[19 * n + i] = (unsigned long long)__bfloat162ll_rz(x);
  o[20 * n + i] = (unsigned long long)__bfloat162ull_rd(x);
  o[21 * n + i] = (unsigned long long)__bfloat162ull_rn(x);
  o[22 * n + i] = (unsigned long long)__bfloat162ull_ru(x);
  o[23 * n + i] = (unsigned long long)__bfloat162ull_rz(x);
  o[24 * n + i] = (unsigned long long)__bfloat162char_rz(x);
  o[25 * n + i] = (unsigned long long)__bfloat162uchar_rz(x);
}

int main() {
  {
    const int n = 4096;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 0, n);
    double* a;
    cudaMalloc(&a, n * sizeof(double));
    cudaMemcpy(a, ha.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(5 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    from_double<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__double2float_rd __double2float_rn __double2float_ru __double2float_rz __double2half",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 0, n);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, ha.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(8 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    from_float<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__float2half_rd __float2half_rn __float2half_ru __float2half_rz __float2bfloat16_rd "
         "__float2bfloat16_rn __float2bfloat16_ru __float2bfloat16_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 0, n);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, ha.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(8 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    from_float_to_long<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__float2ll_rd __float2ll_rn __float2ll_ru __float2ll_rz __float2ull_rd __float2ull_rn "
         "__float2ull_ru __float2ull_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 0, n);
    double* a;
    cudaMalloc(&a, n * sizeof(double));
    cudaMemcpy(a, ha.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(8 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    from_double_to_long<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__double2ll_rd __double2ll_rn __double2ll_ru __double2ll_rz __double2ull_rd "
         "__double2ull_rn __double2ull_ru __double2ull_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 0, n);
    unsigned* a;
    cudaMalloc(&a, n * sizeof(unsigned));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(42 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    from_integers<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__uint2double_rn __int2double_rn __int2float_rd __int2half_rd __int2bfloat16_rd "
         "__int2float_rn __int2half_rn __int2bfloat16_rn __int2float_ru __int2half_ru "
         "__int2bfloat16_ru __int2float_rz __int2half_rz __int2bfloat16_rz __uint2float_rd "
         "__uint2half_rd __uint2bfloat16_rd __uint2float_rn __uint2half_rn __uint2bfloat16_rn "
         "__uint2float_ru __uint2half_ru __uint2bfloat16_ru __uint2float_rz __uint2half_rz "
         "__uint2bfloat16_rz __short2half_rd __short2bfloat16_rd __short2half_rn "
         "__short2bfloat16_rn __short2half_ru __short2bfloat16_ru __short2half_rz "
         "__short2bfloat16_rz __ushort2half_rd __ushort2bfloat16_rd __ushort2half_rn "
         "__ushort2bfloat16_rn __ushort2half_ru __ushort2bfloat16_ru __ushort2half_rz "
         "__ushort2bfloat16_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull, ~0ull, 1ull << 63, (1ull << 63) - 1, (1ull << 63) + 1, 0x20000000000001ull, 0x1000001ull, 0x1800001ull, 0xffffff8000000000ull, 0xffffff7fffffffffull, 0x7fffffbfffffffffull, 0x7fffff4000000000ull, 0xfffffffffffffbffull, 0xfffffffffffffc00ull, 0x101ull, 0x181ull, 0xfff0ull, 0x10000000000000ull, 0xfe7fffffffffffffull}, 0, n);
    unsigned long long* a;
    cudaMalloc(&a, n * sizeof(unsigned long long));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned long long), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(32 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    from_long_integers<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__ll2float_rd __ll2double_rd __ll2half_rd __ll2bfloat16_rd __ll2float_rn "
         "__ll2double_rn __ll2half_rn __ll2bfloat16_rn __ll2float_ru __ll2double_ru "
         "__ll2half_ru __ll2bfloat16_ru __ll2float_rz __ll2double_rz __ll2half_rz "
         "__ll2bfloat16_rz __ull2float_rd __ull2double_rd __ull2half_rd __ull2bfloat16_rd "
         "__ull2float_rn __ull2double_rn __ull2half_rn __ull2bfloat16_rn __ull2float_ru "
         "__ull2double_ru __ull2half_ru __ull2bfloat16_ru __ull2float_rz __ull2double_rz "
         "__ull2half_rz __ull2bfloat16_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint16_t> ha = inputs<uint16_t>({0u, 0x8000u, 1u, 0x8001u, 0x03ffu, 0x0400u, 0x3c00u, 0xbc00u, 0x3c01u, 0x3bffu, 0x7bffu, 0xfbffu, 0x7c00u, 0xfc00u, 0x7e00u, 0xfe00u, 0x4d00u, 0x3e00u, 0xbe00u, 0x4100u, 0x5bf8u, 0xd804u}, 0, n);
    unsigned short* a;
    cudaMalloc(&a, n * sizeof(unsigned short));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned short), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(26 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    from_half<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__half2short_rd __half2short_rn __half2short_ru __half2short_rz __half2ushort_rd "
         "__half2ushort_rn __half2ushort_ru __half2ushort_rz __half2int_rd __half2int_rn "
         "__half2int_ru __half2int_rz __half2uint_rd __half2uint_rn __half2uint_ru "
         "__half2uint_rz __half2ll_rd __half2ll_rn __half2ll_ru __half2ll_rz __half2ull_rd "
         "__half2ull_rn __half2ull_ru __half2ull_rz __half2char_rz __half2uchar_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint16_t> ha = inputs<uint16_t>({0u, 0x8000u, 1u, 0x8001u, 0x007fu, 0x0080u, 0x3f80u, 0xbf80u, 0x3f81u, 0x3f7fu, 0x7f7fu, 0xff7fu, 0x7f80u, 0xff80u, 0x7fc0u, 0xffc0u, 0x3fc0u, 0xbfc0u, 0x4020u, 0x4f00u, 0xcf00u, 0x5f00u, 0x5eff}, 0, n);
    unsigned short* a;
    cudaMalloc(&a, n * sizeof(unsigned short));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned short), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(26 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    from_bfloat16<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__bfloat162short_rd __bfloat162short_rn __bfloat162short_ru __bfloat162short_rz "
         "__bfloat162ushort_rd __bfloat162ushort_rn __bfloat162ushort_ru __bfloat162ushort_rz "
         "__bfloat162int_rd __bfloat162int_rn __bfloat162int_ru __bfloat162int_rz "
         "__bfloat162uint_rd __bfloat162uint_rn __bfloat162uint_ru __bfloat162uint_rz "
         "__bfloat162ll_rd __bfloat162ll_rn __bfloat162ll_ru __bfloat162ll_rz __bfloat162ull_rd "
         "__bfloat162ull_rn __bfloat162ull_ru __bfloat162ull_rz __bfloat162char_rz "
         "__bfloat162uchar_rz",
         results, n);
  }
}
