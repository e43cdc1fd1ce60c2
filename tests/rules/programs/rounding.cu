// Arithmetic with a rounding direction; results are compared bit by bit.

#include "inputs.h"

__device__ unsigned bits(float x) { return x != x ? 0x7fffffffu : __float_as_uint(x); }
__device__ unsigned long long bits(double x) {
  return x != x ? ~0ull >> 1 : (unsigned long long)__double_as_longlong(x);
}

__global__ void of_floats(const float* a, const float* b, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i];
  o[0 * n + i] = bits(__fadd_rd(x, y));
  o[1 * n + i] = bits(__fsub_rd(x, y));
  o[2 * n + i] = bits(__fmul_rd(x, y));
  o[3 * n + i] = bits(__fdiv_rd(x, y));
  o[4 * n + i] = bits(__fadd_ru(x, y));
  o[5 * n + i] = bits(__fsub_ru(x, y));
  o[6 * n + i] = bits(__fmul_ru(x, y));
  o[7 * n + i] = bits(__fdiv_ru(x, y));
  o[8 * n + i] = bits(__fadd_rz(x, y));
  o[9 * n + i] = bits(__fsub_rz(x, y));
  o[10 * n + i] = bits(__fmul_rz(x, y));
  o[11 * n + i] = bits(__fdiv_rz(x, y));
}

__global__ void of_doubles(const double* a, const double* b, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i], y = b[i];
  o[0 * n + i] = bits(__dadd_rd(x, y));
  o[1 * n + i] = bits(__dsub_rd(x, y));
  o[2 * n + i] = bits(__dmul_rd(x, y));
  o[3 * n + i] = bits(__ddiv_rd(x, y));
  o[4 * n + i] = bits(__dadd_ru(x, y));
  o[5 * n + i] = bits(__dsub_ru(x, y));
  o[6 * n + i] = bits(__dmul_ru(x, y));
  o[7 * n + i] = bits(__ddiv_ru(x, y));
  o[8 * n + i] = bits(__dadd_rz(x, y));
  o[9 * n + i] = bits(__dsub_rz(x, y));
  o[10 * n + i] = bits(__dmul_rz(x, y));
  o[11 * n + i] = bits(__ddiv_rz(x, y));
}

__global__ void apart_floats(const float* a, const float* b, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i];
  o[0 * n + i] = bits(__fadd_rn(x * y, x));
  o[1 * n + i] = bits(__fmul_rn(x, y + 1) + x);
  o[2 * n + i] = bits(__fsub_rn(y, x * (y + 2)));
}

__global__ void apart_doubles(const double* a, const double* b, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i], y = b[i];
  o[0 * n + i] = bits(__dadd_rn(x * y, x));
  o[1 * n + i] = bits(__dmul_rn(x, y + 1) + x);
  o[2 * n + i] = bits(__dsub_rn(y, x * (y + 2)));
}

__global__ void fused_floats(const float* a, const float* b, const float* c, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i], y = b[i], z = c[i];
  o[0 * n + i] = bits(__fmaf_rd(x, y, z));
  o[1 * n + i] = bits(__fmaf_ru(x, y, z));
  o[2 * n + i] = bits(__fmaf_rz(x, y, z));
  o[3 * n + i] = bits(__fmaf_ieee_rd(x, y, z));
  o[4 * n + i] = bits(__fmaf_ieee_ru(x, y, z));
  o[5 * n + i] = bits(__fmaf_ieee_rz(x, y, z));
}

__global__ void fused_doubles(const double* a, const double* b, const double* c, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i], y = b[i], z = c[i];
  o[0 * n + i] = bits(__fma_rd(x, y, z));
  o[1 * n + i] = bits(__fma_ru(x, y, z));
  o[2 * n + i] = bits(__fma_rz(x, y, z));
}

__global__ void of_a_float(const float* a, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = a[i];
  o[0 * n + i] = bits(__frcp_rd(x));
  o[1 * n + i] = bits(__fsqrt_rd(x));
  o[2 * n + i] = bits(__frcp_ru(x));
  o[3 * n + i] = bits(__fsqrt_ru(x));
  o[4 * n + i] = bits(__frcp_rz(x));
  o[5 * n + i] = bits(__fsqrt_rz(x));
  o[6 * n + i] = bits(__fsqrt_rn(x));
  o[7 * n + i] = bits(__frsqrt_rn(x));
  o[8 * n + i] = bits(__frcp_rn(x));
}

__global__ void of_a_double(const double* a, unsigned long long* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  double x = a[i];
  o[0 * n + i] = bits(__drcp_rd(x));
  o[1 * n + i] = bits(__dsqrt_rd(x));
  o[2 * n + i] = bits(__drcp_ru(x));
  o[3 * n + i] = bits(__dsqrt_ru(x));
  o[4 * n + i] = bits(__drcp_rz(x));
  o[5 * n + i] = bits(__dsqrt_rz(x));
  o[6 * n + i] = bits(__dsqrt_rn(x));
  o[7 * n + i] = bits(__drcp_rn(x));
}

int main() {
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 0, n);
    bring_near(ha);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, ha.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 1, n);
    bring_near(hb);
    float* b;
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(b, hb.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(12 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_floats<<<(n + 127) / 128, 128>>>(a, b, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__fadd_rd __fsub_rd __fmul_rd __fdiv_rd __fadd_ru __fsub_ru __fmul_ru __fdiv_ru "
         "__fadd_rz __fsub_rz __fmul_rz __fdiv_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 0, n);
    bring_near(ha);
    double* a;
    cudaMalloc(&a, n * sizeof(double));
    cudaMemcpy(a, ha.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> hb = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 1, n);
    bring_near(hb);
    double* b;
    cudaMalloc(&b, n * sizeof(double));
    cudaMemcpy(b, hb.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(12 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    of_doubles<<<(n + 127) / 128, 128>>>(a, b, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__dadd_rd __dsub_rd __dmul_rd __ddiv_rd __dadd_ru __dsub_ru __dmul_ru __ddiv_ru "
         "__dadd_rz __dsub_rz __dmul_rz __ddiv_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 0, n);
    bring_near(ha);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, ha.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 1, n);
    bring_near(hb);
    float* b;
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(b, hb.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(3 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    apart_floats<<<(n + 127) / 128, 128>>>(a, b, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__fadd_rn __fmul_rn __fsub_rn",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 0, n);
    bring_near(ha);
    double* a;
    cudaMalloc(&a, n * sizeof(double));
    cudaMemcpy(a, ha.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> hb = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 1, n);
    bring_near(hb);
    double* b;
    cudaMalloc(&b, n * sizeof(double));
    cudaMemcpy(b, hb.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(3 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    apart_doubles<<<(n + 127) / 128, 128>>>(a, b, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__dadd_rn __dmul_rn __dsub_rn",
         results, n);
  }
  {
    const int n = 6144;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 0, n);
    bring_near(ha);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, ha.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 1, n);
    bring_near(hb);
    float* b;
    cudaMalloc(&b, n * sizeof(float));
    cudaMemcpy(b, hb.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hc = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 2, n);
    bring_near(hc);
    float* c;
    cudaMalloc(&c, n * sizeof(float));
    cudaMemcpy(c, hc.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(6 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    fused_floats<<<(n + 127) / 128, 128>>>(a, b, c, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__fmaf_rd __fmaf_ru __fmaf_rz __fmaf_ieee_rd __fmaf_ieee_ru __fmaf_ieee_rz",
         results, n);
  }
  {
    const int n = 6144;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 0, n);
    bring_near(ha);
    double* a;
    cudaMalloc(&a, n * sizeof(double));
    cudaMemcpy(a, ha.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> hb = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 1, n);
    bring_near(hb);
    double* b;
    cudaMalloc(&b, n * sizeof(double));
    cudaMemcpy(b, hb.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> hc = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 2, n);
    bring_near(hc);
    double* c;
    cudaMalloc(&c, n * sizeof(double));
    cudaMemcpy(c, hc.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(3 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    fused_doubles<<<(n + 127) / 128, 128>>>(a, b, c, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__fma_rd __fma_ru __fma_rz",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 0x80000000u, 1u, 0x80000001u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0xbf800000u, 0x3f800001u, 0x3f7fffffu, 0x40400000u, 0x7f7fffffu, 0xff7fffffu, 0x7f800000u, 0xff800000u, 0x7fc00000u, 0x4b000001u, 0x33800000u, 0x1f800000u, 0x20000001u, 0xcf000000u, 0x4f7fffffu, 0x5effffffu}, 0, n);
    float* a;
    cudaMalloc(&a, n * sizeof(float));
    cudaMemcpy(a, ha.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(9 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_a_float<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__frcp_rd __fsqrt_rd __frcp_ru __fsqrt_ru __frcp_rz __fsqrt_rz __fsqrt_rn __frsqrt_rn "
         "__frcp_rn",
         results, n);
  }
  {
    const int n = 2048;
    std::vector<uint64_t> ha = inputs<uint64_t>({0ull, 1ull << 63, 1ull, (1ull << 63) + 1, 0x000fffffffffffffull, 0x0010000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull, 0x3ff0000000000001ull, 0x3fefffffffffffffull, 0x4008000000000000ull, 0x7fefffffffffffffull, 0xffefffffffffffffull, 0x7ff0000000000000ull, 0xfff0000000000000ull, 0x7ff8000000000000ull, 0x4330000000000001ull, 0x3ca0000000000000ull, 0x1ff0000000000000ull, 0x2000000000000001ull, 0x0350000000000003ull, 0x47efffffefffffffull, 0x36a0000000000001ull, 0x3690000000000000ull, 0x40effe0000000000ull, 0x3e60000000000001ull}, 0, n);
    double* a;
    cudaMalloc(&a, n * sizeof(double));
    cudaMemcpy(a, ha.data(), n * sizeof(double), cudaMemcpyHostToDevice);
    std::vector<uint64_t> results(8 * n);
    unsigned long long* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned long long));
    of_a_double<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned long long), cudaMemcpyDeviceToHost);
    show("__drcp_rd __dsqrt_rd __drcp_ru __dsqrt_ru __drcp_rz __dsqrt_rz __dsqrt_rn __drcp_rn",
         results, n);
  }
}
