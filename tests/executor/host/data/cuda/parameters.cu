// Parameters aligned to more than 16 bytes, the numbers of launches, and floats of 8 bits: what a
// kernel gets of each. Prints what is wrong, and "N wrong".
#include <cstdio>
#include <cstring>
#include <cuda_fp8.h>
#include <cuda_runtime.h>

struct Odd {
  double v[7]; // 56 bytes
};
struct alignas(64) Row {
  float v[16];
};
struct alignas(128) Wide {
  int v[32];
};

// `at` is not known to the compiler: the parameters are read at an index, also one place before.
__global__ void taken(Odd odd, Row row, int at, char c, Row second, short s, Wide wide,
                      double *out) {
  out[0] = odd.v[at];
  out[1] = row.v[at - 1];
  out[2] = second.v[at + 1];
  out[3] = wide.v[at + 5];
  out[4] = at + c * 100 + s * 10000;
}

__global__ void known(Odd odd, Row row, int at, char c, Row second, short s, Wide wide,
                      double *out) {
  for (int i = 0; i < 7; ++i)
    out[0] += odd.v[i] * (i + 1);
  for (int i = 0; i < 16; ++i)
    out[1] += row.v[i] * (i + 1), out[2] += second.v[i] * (i + 1);
  for (int i = 0; i < 32; ++i)
    out[3] += wide.v[i] * (i + 1);
  out[4] = at + c * 100 + s * 10000;
}

__global__ void number(unsigned long long *out) {
  asm volatile("mov.u64 %0, %%gridid;" : "=l"(*out));
}

__global__ void narrowed(const float4 *in, unsigned *out) {
  float4 v = in[threadIdx.x];
  __half2 low = __floats2half2_rn(v.x, v.y), high = __floats2half2_rn(v.z, v.w);
  out[4 * threadIdx.x] = __nv_fp8x4_e4m3(v).__x;
  out[4 * threadIdx.x + 1] = __nv_fp8x4_e5m2(v).__x;
  out[4 * threadIdx.x + 2] = __nv_fp8x4_e4m3(low, high).__x;
  out[4 * threadIdx.x + 3] = __nv_fp8x4_e5m2(low, high).__x;
}

int wrong = 0;

void expect(const char *what, long long at, double found, double wanted) {
  if (found != wanted)
    std::printf("%s %lld: %g, not %g\n", what, at, found, wanted), ++wrong;
}

// What an H200 gave.
void floats() {
  const float values[] = {1,    -2,    .5f,   448, 500,      1e9f,      -1e9f, 0,
                          -0.f, 1e-3f, .017f, NAN, INFINITY, -INFINITY, 3.3f,  1e-9f};
  const unsigned given[] = {0x7e30c038, 0x5f38c03c, 0x7e30c038, 0x5f38c03c, 0x00fe7e7e, 0x00fb7b60,
                            0x00fe7e7e, 0x00fb7b60, 0x7f090180, 0x7f241480, 0x7f090180, 0x7f241480,
                            0x0045fe7e, 0x0043fb7b, 0x0045fe7e, 0x0043fb7b};
  float4 *in;
  unsigned *out;
  cudaMallocManaged(&in, sizeof values);
  cudaMallocManaged(&out, sizeof given);
  std::memcpy(in, values, sizeof values);
  narrowed<<<1, 4>>>(in, out);
  expect("status", 0, cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 16; ++i)
    expect("floats of 8 bits", i, out[i], given[i]);
}

int main() {
  Odd odd;
  Row row, second;
  Wide wide;
  double sums[4] = {};
  for (int i = 0; i < 7; ++i)
    odd.v[i] = 1.5 * i, sums[0] += odd.v[i] * (i + 1);
  for (int i = 0; i < 16; ++i) {
    row.v[i] = i + 100, second.v[i] = 2 * i - 200;
    sums[1] += row.v[i] * (i + 1), sums[2] += second.v[i] * (i + 1);
  }
  for (int i = 0; i < 32; ++i)
    wide.v[i] = i * i, sums[3] += wide.v[i] * (i + 1);
  double *out;
  cudaMallocManaged(&out, 5 * sizeof *out);
  for (int at : {1, 3, 6}) {
    taken<<<1, 1>>>(odd, row, at, 7, second, -3, wide, out);
    expect("status", at, cudaDeviceSynchronize(), 0);
    expect("odd", at, out[0], odd.v[at]);
    expect("row", at, out[1], row.v[at - 1]);
    expect("second", at, out[2], second.v[at + 1]);
    expect("wide", at, out[3], wide.v[at + 5]);
    expect("numbers", at, out[4], at + 700 - 30000);
  }
  for (int i = 0; i < 5; ++i)
    out[i] = 0;
  known<<<1, 1>>>(odd, row, 5, 1, second, 2, wide, out);
  expect("status", 0, cudaDeviceSynchronize(), 0);
  for (int i = 0; i < 4; ++i)
    expect("sum", i, out[i], sums[i]);
  expect("numbers", 5, out[4], 5 + 100 + 20000);
  unsigned long long *numbers;
  cudaMallocManaged(&numbers, 4 * sizeof *numbers);
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  for (int i = 0; i < 4; ++i) {
    number<<<1, 1, 0, i % 2 ? stream : nullptr>>>(numbers + i);
    expect("status", i, cudaDeviceSynchronize(), 0);
    expect("number of a launch", i, static_cast<double>(numbers[i]), 5.0 + i);
  }
  floats();
  std::printf("%d wrong\n", wrong);
}
