// Kernels for the executor's speed table, and a host program that times one of them.
// Usage: suite KERNEL LAUNCHES [COUNTER [FOLDER]]. Prints the shortest launch in milliseconds of
// wall time and of processor time, and the wave instructions of all launches where COUNTER is a
// kernel library that counts them ("-": none). What the kernel read and wrote is put into FOLDER.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

constexpr int kBlock = 256, kTile = 16, kSide = 256;

extern "C" __global__ void empty() {}

extern "C" __global__ void vadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

extern "C" __global__ void lds_sum(const float *a, float *c) {
  __shared__ float part[kBlock];
  int t = threadIdx.x;
  part[t] = a[blockIdx.x * kBlock + t];
  __syncthreads();
  for (int step = kBlock / 2; step; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    __syncthreads();
  }
  if (t == 0)
    c[blockIdx.x] = part[0];
}

extern "C" __global__ void shuffle_sum(const float *a, float *c) {
  float x = a[blockIdx.x * kBlock + threadIdx.x];
  for (int step = warpSize / 2; step; step /= 2)
    x += __shfl_down(x, step);
  if (threadIdx.x % warpSize == 0)
    c[(blockIdx.x * kBlock + threadIdx.x) / warpSize] = x;
}

template <int Control> __device__ int from_lane(int x) {
  return __builtin_amdgcn_update_dpp(0, x, Control, 0xf, 0xf, true);
}

extern "C" __global__ void dpp_scan(const int *a, int *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  int x = a[i];
  x += from_lane<0x111>(x); // row_shr 1, 2, 4, 8: a scan of each 16 lanes
  x += from_lane<0x112>(x);
  x += from_lane<0x114>(x);
  x += from_lane<0x118>(x);
  c[i] = x;
}

extern "C" __global__ void histogram(const uint8_t *a, unsigned *c, int n) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kBlock + threadIdx.x; i < n; i += gridDim.x * kBlock)
    atomicAdd(&bins[a[i]], 1u);
  __syncthreads();
  atomicAdd(&c[threadIdx.x], bins[threadIdx.x]);
}

extern "C" __global__ void exp_sin(const float *a, float *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  c[i] = expf(a[i]) + sinf(a[i]);
}

extern "C" __global__ void log_pow(const float *a, float *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  float x = fabsf(a[i]) + 1.0f;
  c[i] = logf(x) + powf(x, 1.7f) + sqrtf(x) + 1.0f / x;
}

extern "C" __global__ void double_div(const double *a, double *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  double x = a[i];
  c[i] = sqrt(x * x + 1.0) / (x * 3.0 + 7.0);
}

extern "C" __global__ void double_exp_sin(const double *a, double *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  c[i] = exp(a[i]) + sin(a[i]);
}

extern "C" __global__ void collatz(int *c) {
  int i = blockIdx.x * kBlock + threadIdx.x;
  unsigned x = i + 1;
  int steps = 0;
  for (; x != 1; ++steps)
    x = x & 1 ? 3 * x + 1 : x / 2;
  c[i] = steps;
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < kSide; k += kTile) {
    left[threadIdx.y][threadIdx.x] = a[y * kSide + k + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * kSide + x];
    __syncthreads();
    for (int j = 0; j < kTile; ++j)
      sum += left[threadIdx.y][j] * right[j][threadIdx.x];
    __syncthreads();
  }
  c[y * kSide + x] = sum;
}

namespace {

constexpr int kMany = 1 << 20, kSome = 1 << 18, kFew = 1 << 14;
void *first, *second, *out;

template <class T> T *as(void *memory) { return static_cast<T *>(memory); }

struct Case {
  const char *name;
  std::function<void()> launch;
};

const Case kCases[] = {
    {"none", [] {}},
    {"empty", [] { empty<<<1, 32>>>(); }},
    {"vadd",
     [] {
       vadd<<<kMany / kBlock, kBlock>>>(as<float>(first), as<float>(second), as<float>(out), kMany);
     }},
    {"lds_sum", [] { lds_sum<<<kMany / kBlock, kBlock>>>(as<float>(first), as<float>(out)); }},
    {"shuffle_sum",
     [] { shuffle_sum<<<kSome / kBlock, kBlock>>>(as<float>(first), as<float>(out)); }},
    {"dpp_scan", [] { dpp_scan<<<kSome / kBlock, kBlock>>>(as<int>(first), as<int>(out)); }},
    {"histogram",
     [] { histogram<<<kFew / kBlock, kBlock>>>(as<uint8_t>(first), as<unsigned>(out), kMany); }},
    {"exp_sin", [] { exp_sin<<<kMany / kBlock, kBlock>>>(as<float>(first), as<float>(out)); }},
    {"log_pow", [] { log_pow<<<kMany / kBlock, kBlock>>>(as<float>(first), as<float>(out)); }},
    {"double_div",
     [] { double_div<<<kSome / kBlock, kBlock>>>(as<double>(second), as<double>(out)); }},
    {"double_exp_sin",
     [] { double_exp_sin<<<kSome / kBlock, kBlock>>>(as<double>(second), as<double>(out)); }},
    {"collatz", [] { collatz<<<kFew / kBlock, kBlock>>>(as<int>(out)); }},
    {"matmul",
     [] {
       matmul<<<dim3(kSide / kTile, kSide / kTile), dim3(kTile, kTile)>>>(
           as<float>(first), as<float>(second), as<float>(out));
     }},
};

void fill() {
  size_t bytes = kMany * sizeof(float);
  auto *floats = static_cast<float *>(malloc(bytes));
  auto *doubles = static_cast<double *>(malloc(bytes));
  for (int i = 0; i < kMany; ++i)
    floats[i] = static_cast<float>((i * 7919) % 2000) / 100.0f - 10.0f;
  for (int i = 0; i < kMany / 2; ++i)
    doubles[i] = floats[i];
  (void)hipMalloc(&first, bytes);
  (void)hipMalloc(&second, bytes);
  (void)hipMalloc(&out, bytes);
  (void)hipMemcpy(first, floats, bytes, hipMemcpyHostToDevice);
  (void)hipMemcpy(second, doubles, bytes, hipMemcpyHostToDevice);
}

void save(const std::string &folder, const char *name, const void *memory) {
  std::vector<char> bytes(kMany * sizeof(float));
  (void)hipMemcpy(bytes.data(), memory, bytes.size(), hipMemcpyDeviceToHost);
  std::ofstream(folder + "/" + name, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

double now(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Milliseconds of a launch by a clock: the shortest of several.
struct Best {
  clockid_t clock;
  double start = 0, time = 1e30;

  void begin() { start = now(clock); }
  void end() { time = std::min(time, now(clock) - start); }
};

} // namespace

int main(int count, char **arguments) {
  const Case *chosen = nullptr;
  for (const Case &known : kCases)
    if (count > 2 && strcmp(known.name, arguments[1]) == 0)
      chosen = &known;
  if (!chosen)
    return 2;
  fill();
  chosen->launch();
  (void)hipDeviceSynchronize();
  void *library =
      count > 3 && strcmp(arguments[3], "-") != 0 ? dlopen(arguments[3], RTLD_NOW) : nullptr;
  auto *counter = library ? static_cast<uint64_t *>(dlsym(library, "instructions")) : nullptr;
  uint64_t before = counter ? *counter : 0;
  Best wall{CLOCK_MONOTONIC}, processor{CLOCK_PROCESS_CPUTIME_ID};
  for (int i = atoi(arguments[2]); i > 0; --i) {
    wall.begin(), processor.begin();
    chosen->launch();
    (void)hipDeviceSynchronize();
    wall.end(), processor.end();
  }
  printf("%f %f %llu\n", wall.time, processor.time,
         static_cast<unsigned long long>(counter ? *counter - before : 0));
  if (count > 4) {
    save(arguments[4], "first", first);
    save(arguments[4], "second", second);
    save(arguments[4], "out", out);
  }
}
