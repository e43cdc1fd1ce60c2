// What nvcc makes of a CUDA program, written out: a fat binary and its kernels are registered, and
// launched in the ways of its releases. Arguments: the fat binary, and a kernel to launch beside.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

struct dim3 {
  unsigned x, y, z;
};

extern "C" {
void **__cudaRegisterFatBinary(const void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *,
                            void *, void *, int *);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t, void *);
int __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
int __cudaGetKernel(void **, const void *);
int __cudaLaunchKernel(void *, dim3, dim3, void **, size_t, void *);
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
int cudaLaunchKernelExC(const void *, const void *, void **);
int cudaMalloc(void **, size_t);
int cudaMemset(void *, int, size_t);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaDeviceSynchronize();
int cudaGetLastError();
const char *cudaGetErrorName(int);
const char *cudaGetErrorString(int);
int cudaDeviceGetAttribute(int *, int, int);
int cudaFuncGetAttributes(void *, const void *);
int cudaPointerGetAttributes(void *, const void *);
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
int cuGetErrorName(int, const char **);
}

namespace {

constexpr int kCount = 1000, kToDevice = 1, kToHost = 2;
char vadd, other; // stand for kernels

struct Wrapper {
  unsigned magic, version;
  const char *image;
  void *unused;
};

struct LaunchConfiguration {
  dim3 grid, block;
  size_t shared;
  void *stream;
  const void *attributes;
  unsigned count;
};

struct FunctionAttributes {
  size_t shared, constant, local;
  int threads, registers, ptx, binary, caches, dynamic_shared, carveout, rest[24];
};

struct PointerAttributes {
  int type, device;
  void *device_pointer, *host_pointer;
  long reserved[8];
};

float *on_device(const std::vector<float> &values) {
  void *pointer = nullptr;
  cudaMalloc(&pointer, values.size() * sizeof(float));
  cudaMemcpy(pointer, values.data(), values.size() * sizeof(float), kToDevice);
  return static_cast<float *>(pointer);
}

// How many sums are right; they are removed.
int right(float *sums, const std::vector<float> &a, const std::vector<float> &b) {
  std::vector<float> found(kCount);
  cudaMemcpy(found.data(), sums, kCount * sizeof(float), kToHost);
  cudaMemset(sums, 0, kCount * sizeof(float));
  int count = 0;
  for (int i = 0; i < kCount; ++i)
    count += found[i] == a[i] + b[i];
  return count;
}

void ask(void *device_memory) {
  int sm[2], warp, least = 0;
  cudaDeviceGetAttribute(&sm[0], 75, 0);
  cudaDeviceGetAttribute(&sm[1], 76, 0);
  cudaDeviceGetAttribute(&warp, 10, 0);
  cudaDeviceGetAttribute(&least, 97, 0);
  FunctionAttributes f{};
  std::memset(f.rest, 1, sizeof f.rest);
  cudaFuncGetAttributes(&f, &vadd);
  PointerAttributes p{};
  cudaPointerGetAttributes(&p, device_memory);
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &vadd, 256, 0);
  std::printf("sm_%d%d %d %d; %zu %d %d %d; %d %d %d; %d\n", sm[0], sm[1], warp, least, f.shared,
              f.threads, f.binary, f.registers > 4, p.type, p.device_pointer == device_memory,
              p.host_pointer == nullptr, blocks);
}

void errors() {
  const char *driver = nullptr;
  cuGetErrorName(2, &driver);
  void *none = nullptr;
  int bad = cudaLaunchKernel(&none, {1, 1, 1}, {1, 1, 1}, nullptr, 0, nullptr);
  std::printf("%s, %s, %s, %s\n", cudaGetErrorName(2), driver, cudaGetErrorString(100),
              cudaGetErrorName(bad));
  cudaGetLastError();
  bad = cudaLaunchKernel(&vadd, {1, 65536, 1}, {1, 1, 1}, nullptr, 0, nullptr);
  std::printf("%s, %s\n", cudaGetErrorName(bad), cudaGetErrorName(5000));
  cudaGetLastError();
}

} // namespace

int main(int count, char **arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  std::string image{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Wrapper wrapper{0x466243b1, 1, image.data(), nullptr};
  void **module = __cudaRegisterFatBinary(&wrapper);
  __cudaRegisterFunction(module, &vadd, &vadd, "k01_vadd", -1, nullptr, nullptr, nullptr, nullptr,
                         nullptr);
  if (count > 2)
    __cudaRegisterFunction(module, &other, &other, arguments[2], -1, nullptr, nullptr, nullptr,
                           nullptr, nullptr);
  __cudaRegisterFatBinaryEnd(module);
  std::vector<float> a(kCount), b(kCount);
  for (int i = 0; i < kCount; ++i)
    a[i] = 0.5f * static_cast<float>(i), b[i] = 3.0f - static_cast<float>(i);
  float *x = on_device(a), *y = on_device(b), *z = on_device(a);
  cudaMemset(z, 0, kCount * sizeof(float));
  int n = kCount;
  void *parameters[] = {&x, &y, &z, &n};
  ask(x);

  dim3 grid{}, block{};
  size_t shared = 0;
  void *stream = nullptr, *handle = nullptr;
  __cudaPushCallConfiguration({4, 1, 1}, {256, 1, 1}, 0, nullptr);
  __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
  __cudaGetKernel(&handle, &vadd);
  int status = __cudaLaunchKernel(handle, grid, block, parameters, shared, stream);
  std::printf("%d %d\n", status, right(z, a, b));
  LaunchConfiguration configuration{{4, 1, 1}, {256, 1, 1}, 0, nullptr, nullptr, 0};
  status = cudaLaunchKernelExC(&configuration, &vadd, parameters);
  std::printf("%d %d\n", status, right(z, a, b));
  errors();
  std::fflush(stdout);
  if (count > 2)
    std::printf("%d\n", cudaLaunchKernel(&other, {1, 1, 1}, {32, 1, 1}, parameters, 0, nullptr));
  std::printf("%d\n", cudaDeviceSynchronize());
  __cudaUnregisterFatBinary(module);
}
