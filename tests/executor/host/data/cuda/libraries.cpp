// Kernels of a library that the program loads itself, their attributes, launches, copies and graph
// nodes by CUDA's driver interface; prints each thing that is not as an H200 with CUDA 13 has it.
// Argument: a fat binary with the kernel k22_dyn, which has 32 bytes of shared memory of its own.
#include <cstdint>
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
int cudaMalloc(void **, size_t);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaDeviceSynchronize();
int cudaLibraryLoadData(void **, const void *, void *, void *, unsigned, void *, void *, unsigned);
int cuLibraryLoadFromFile(void **, const char *, void *, void *, unsigned, void *, void *,
                          unsigned);
int cudaLibraryUnload(void *);
int cudaLibraryGetKernel(void **, void *, const char *);
int cudaLibraryGetGlobal(void **, size_t *, void *, const char *);
int cudaLibraryGetManaged(void **, size_t *, void *, const char *);
int cudaLibraryGetKernelCount(unsigned *, void *);
int cudaLibraryEnumerateKernels(void **, unsigned, void *);
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
int cudaFuncGetAttributes(void *, const void *);
int cudaKernelSetAttributeForDevice(void *, int, int, int);
int cuKernelGetFunction(void **, void *);
int cuKernelGetLibrary(void **, void *);
int cuKernelGetAttribute(int *, int, void *, int);
int cuKernelSetAttribute(int, int, void *, int);
int cuFuncGetAttribute(int *, int, void *);
int cuFuncSetAttribute(void *, int, int);
int cuFuncGetName(const char **, void *);
int cuFuncGetParamInfo(void *, size_t, size_t *, size_t *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void *, void **, void **);
int cuMemsetD2D8_v2(void *, size_t, uint8_t, size_t, size_t);
int cuMemsetD2D16_v2(void *, size_t, uint16_t, size_t, size_t);
int cuMemsetD2D32_v2(void *, size_t, uint32_t, size_t, size_t);
int cuMemcpy2D_v2(const void *);
int cuMemcpy3D_v2(const void *);
int cudaGraphCreate(void **, unsigned);
int cudaGraphAddNode(void **, void *, void *const *, const void *, size_t, void *);
int cuGraphAddNode_v2(void **, void *, void *const *, const void *, size_t, void *);
int cuGraphKernelNodeGetParams_v2(void *, void *);
int cudaGraphInstantiate(void **, void *, unsigned long long);
int cudaGraphLaunch(void *, void *);
}

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what))                                                                                   \
      std::printf("line %d: %s\n", __LINE__, #what), ++wrong;                                      \
  } while (0)

namespace {

enum { kOk = 0, kInvalid = 1, kNoDevice = 101, kNoFile = 301, kBadHandle = 400, kNotFound = 500 };
enum { kThreads = 0, kShared = 1, kRegisters = 4, kDynamic = 8, kCarveout = 9, kCluster = 11 };
constexpr int kCount = 32, kMost = 232448 - 32, kToDevice = 1, kToHost = 2;
int wrong = 0;

struct FunctionAttributes {
  size_t shared, constant, local;
  int threads, registers, ptx, binary, caches, dynamic_shared, carveout, rest[24];
};

void attributes(void *kernel) {
  FunctionAttributes a{};
  int value = 0;
  CHECK(cuFuncGetAttribute(&value, kDynamic, kernel) == kOk && value == 49152 - 32);
  CHECK(cuFuncSetAttribute(kernel, kDynamic, kMost + 1) == kInvalid);
  CHECK(cuFuncSetAttribute(kernel, kDynamic, -1) == kInvalid);
  CHECK(cuFuncSetAttribute(kernel, kDynamic, kMost) == kOk);
  CHECK(cudaFuncGetAttributes(&a, kernel) == kOk && a.dynamic_shared == kMost && a.shared == 32);
  CHECK(cuKernelSetAttribute(kDynamic, 100, kernel, 0) == kOk);
  CHECK(cuKernelGetAttribute(&value, kDynamic, kernel, 0) == kOk && value == 100);
  CHECK(cuKernelGetAttribute(&value, kDynamic, kernel, 5) == kNoDevice);
  CHECK(cudaKernelSetAttributeForDevice(kernel, kDynamic, 200, 3) == kNoDevice);
  for (int fixed : {0, 1, 2, 3, 4, 5, 6, 7, 10, 16})
    CHECK(cuFuncSetAttribute(kernel, fixed, 1) == kInvalid);
  CHECK(cuFuncGetAttribute(&value, kCarveout, kernel) == kOk && value == -1);
  CHECK(cuFuncSetAttribute(kernel, kCarveout, 101) == kInvalid);
  CHECK(cuFuncSetAttribute(kernel, kCarveout, 50) == kOk);
  CHECK(cuFuncGetAttribute(&value, kCarveout, kernel) == kOk && value == 50);
  CHECK(cuFuncSetAttribute(kernel, kCluster, -2) == kInvalid);
  CHECK(cuFuncGetAttribute(&value, 16, kernel) == kInvalid);
  CHECK(cuFuncGetAttribute(&value, kThreads, kernel) == kOk && value == 1024);
  CHECK(cuFuncGetAttribute(&value, kRegisters, &wrong) == kBadHandle);
  const char *name = "";
  size_t offset = 0, size = 0;
  CHECK(cuFuncGetName(&name, kernel) == kOk && std::strcmp(name, "k22_dyn") == 0);
  CHECK(cuFuncGetParamInfo(kernel, 2, &offset, &size) == kOk && offset == 16 && size == 4);
  CHECK(cuFuncGetParamInfo(kernel, 3, &offset, &size) == kInvalid);
}

// out[i] = in[31 - i] + 100 * (i % 8)
bool right(int *out, const std::vector<int> &in) {
  std::vector<int> found(kCount);
  cudaMemcpy(found.data(), out, kCount * sizeof(int), kToHost);
  for (int i = 0; i < kCount; ++i)
    if (found[i] != in[kCount - 1 - i] + 100 * (i % 8))
      return false;
  return cuMemsetD2D32_v2(out, 0, 0, kCount, 1) == kOk;
}

void launches(void *kernel, int *in, int *out, const std::vector<int> &values) {
  int n = kCount;
  void *arguments[] = {&in, &out, &n};
  CHECK(cuKernelSetAttribute(kDynamic, 100, kernel, 0) == kOk);
  CHECK(cudaLaunchKernel(kernel, {1, 1, 1}, {kCount, 1, 1}, arguments, 128, nullptr) == kInvalid);
  CHECK(cuKernelSetAttribute(kDynamic, kMost, kernel, 0) == kOk);
  for (size_t bytes : {size_t{128}, size_t{kMost}}) {
    CHECK(cudaLaunchKernel(kernel, {1, 1, 1}, {kCount, 1, 1}, arguments, bytes, nullptr) == kOk);
    CHECK(right(out, values));
  }
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, kCount, 1, 1, 128, nullptr, arguments, nullptr) == kOk);
  CHECK(right(out, values));
  CHECK(cuLaunchKernel(&wrong, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr) == kBadHandle);
}

struct Side2D {
  size_t x, y;
  int type;
  const void *host, *device;
  void *array;
  size_t pitch;
};

struct Copy2D {
  Side2D from, to;
  size_t width, height;
};

struct Side3D {
  size_t x, y, z, level;
  int type;
  const void *host, *device;
  void *array, *context;
  size_t pitch, height;
};

struct Copy3D {
  Side3D from, to;
  size_t width, height, depth;
};

constexpr int kHost = 1, kDevice = 2, kUnified = 4;

void fills_and_copies(uint8_t *memory) {
  CHECK(cuMemsetD2D8_v2(memory, 10, 1, 20, 2) == kInvalid);
  CHECK(cuMemsetD2D8_v2(memory, 10, 1, 20, 1) == kOk);
  CHECK(cuMemsetD2D8_v2(memory, 8, 1, 0, 2) == kOk);
  CHECK(cuMemsetD2D32_v2(memory, 62, 1, 4, 2) == kInvalid);
  CHECK(cuMemsetD2D32_v2(memory + 2, 64, 1, 4, 2) == kInvalid);
  CHECK(cuMemsetD2D16_v2(memory, 63, 1, 4, 2) == kInvalid);
  CHECK(cuMemsetD2D8_v2(nullptr, 64, 1, 4, 2) == kInvalid);
  CHECK(cuMemsetD2D8_v2(memory, 64, 0, 64, 8) == kOk);
  CHECK(cuMemsetD2D16_v2(memory + 64, 64, 0x1234, 3, 2) == kOk);
  std::vector<uint8_t> found(512), expected(512);
  for (int row : {1, 2})
    for (int i = 0; i < 3; ++i)
      expected[64 * row + 2 * i] = 0x34, expected[64 * row + 2 * i + 1] = 0x12;
  cudaMemcpy(found.data(), memory, found.size(), kToHost);
  CHECK(found == expected);
  Copy2D c{};
  c.from.type = c.to.type = kDevice;
  c.from.device = memory, c.to.device = memory + 4096, c.width = 20, c.height = 3;
  CHECK(cuMemcpy2D_v2(&c) == kOk); // no pitch: rows follow each other
  c.from.pitch = 16;
  CHECK(cuMemcpy2D_v2(&c) == kInvalid);
  c.from.pitch = 8, c.height = 1;
  CHECK(cuMemcpy2D_v2(&c) == kInvalid);
  c.from.pitch = 40, c.from.x = 30;
  CHECK(cuMemcpy2D_v2(&c) == kInvalid);
  c.from.type = 9, c.from.x = 0;
  CHECK(cuMemcpy2D_v2(&c) == kInvalid && cuMemcpy2D_v2(nullptr) == kInvalid);
  uint8_t corner[6] = {};
  c = {};
  c.from.type = kUnified, c.from.device = memory, c.from.pitch = 64, c.from.y = 1, c.from.x = 2;
  c.to.type = kHost, c.to.host = corner, c.to.pitch = 3, c.width = 3, c.height = 2;
  CHECK(cuMemcpy2D_v2(&c) == kOk);
  CHECK(std::memcmp(corner, "\x34\x12\x34\x34\x12\x34", 6) == 0);
  Copy3D t{};
  t.from.type = t.to.type = kDevice, t.from.device = memory, t.to.device = memory + 8192;
  t.width = 16, t.height = 2, t.depth = 2;
  t.from.pitch = t.to.pitch = 16, t.from.height = t.to.height = 4;
  CHECK(cuMemcpy3D_v2(&t) == kOk);
  cudaMemcpy(found.data(), memory + 8192 + 64, 32, kToHost);
  CHECK(std::memcmp(found.data(), expected.data() + 64, 32) == 0);
}

struct NodeParameters {
  int kind, reserved[3];
  union {
    struct {
      void *function;
      dim3 grid, block;
      unsigned shared;
      void **arguments, **extra;
      void *handle, *context;
    } kernel;
    struct {
      void *to;
      size_t pitch;
      unsigned value, element;
      size_t width, height;
    } fill;
    struct {
      int flags, reserved;
      void *context;
      Copy3D copy;
    } copy;
    long long most[29];
  };
  long long last;
};

void graph(void *kernel, int *in, int *out, const std::vector<int> &values) {
  constexpr int kKernel = 0, kCopy = 1, kFill = 2;
  int n = kCount;
  void *arguments[] = {&in, &out, &n}, *made = nullptr, *nodes[3] = {}, *exec = nullptr;
  cuMemsetD2D32_v2(in, 0, 0, kCount, 1);
  CHECK(cudaGraphCreate(&made, 0) == kOk);
  NodeParameters p{};
  p.kind = kFill;
  p.fill.to = out, p.fill.value = 7, p.fill.element = 4, p.fill.width = kCount, p.fill.height = 1;
  CHECK(cudaGraphAddNode(&nodes[0], made, nullptr, nullptr, 0, &p) == kOk);
  p = {};
  p.kind = kCopy;
  p.copy.copy.from.type = kHost, p.copy.copy.from.host = values.data();
  p.copy.copy.to.type = kDevice, p.copy.copy.to.device = in;
  p.copy.copy.width = kCount * sizeof(int), p.copy.copy.height = p.copy.copy.depth = 1;
  CHECK(cuGraphAddNode_v2(&nodes[1], made, nodes, nullptr, 1, &p) == kOk);
  p = {};
  p.kind = kKernel;
  p.kernel.handle = kernel, p.kernel.grid = {1, 1, 1}, p.kernel.block = {kCount, 1, 1};
  p.kernel.shared = 128, p.kernel.arguments = arguments;
  CHECK(cuGraphAddNode_v2(&nodes[2], made, nodes, nullptr, 2, &p) == kOk);
  NodeParameters again{};
  CHECK(cuGraphKernelNodeGetParams_v2(nodes[2], &again.kernel) == kOk);
  CHECK(again.kernel.function == kernel && again.kernel.block.x == kCount);
  CHECK(cudaGraphInstantiate(&exec, made, 0) == kOk && cudaGraphLaunch(exec, nullptr) == kOk);
  CHECK(cudaDeviceSynchronize() == kOk && right(out, values));
}

void libraries(const std::string &image, const char *file) {
  void *library = nullptr, *kernel = nullptr, *function = nullptr, *other = nullptr;
  size_t size = 0;
  unsigned count = 0;
  CHECK(cuLibraryLoadFromFile(&library, "/nonexistent", nullptr, nullptr, 0, nullptr, nullptr, 0) ==
        kNoFile);
  CHECK(cuLibraryLoadFromFile(&library, file, nullptr, nullptr, 0, nullptr, nullptr, 0) == kOk);
  CHECK(cudaLibraryUnload(library) == kOk && cudaLibraryUnload(nullptr) == kBadHandle);
  CHECK(cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0) ==
        kOk);
  CHECK(cudaLibraryGetKernel(&kernel, library, "none") == kNotFound);
  CHECK(cudaLibraryGetKernel(nullptr, library, "k22_dyn") == kInvalid);
  CHECK(cudaLibraryGetKernel(&kernel, library, "k22_dyn") == kOk);
  CHECK(cudaLibraryGetGlobal(&other, &size, library, "gtab") == kOk && size == 16);
  CHECK(cudaLibraryGetGlobal(&other, &size, library, "none") == kNotFound);
  CHECK(cudaLibraryGetManaged(&other, &size, library, "gtab") == kNotFound);
  CHECK(cudaLibraryGetKernelCount(&count, library) == kOk && count == 24);
  std::vector<void *> all(30);
  CHECK(cudaLibraryEnumerateKernels(all.data(), 30, library) == kOk && all[23] && !all[24]);
  CHECK(cuKernelGetFunction(&function, kernel) == kOk && function);
  CHECK(cuKernelGetLibrary(&other, kernel) == kOk && other == library);
  attributes(function);
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i)
    values[i] = 3 * i * i - 50;
  void *memory = nullptr;
  cudaMalloc(&memory, 1 << 16);
  int *in = static_cast<int *>(memory), *out = in + kCount;
  cudaMemcpy(in, values.data(), kCount * sizeof(int), kToDevice);
  launches(kernel, in, out, values);
  graph(kernel, in, out, values);
  fills_and_copies(static_cast<uint8_t *>(memory));
  CHECK(cudaLibraryUnload(library) == kOk);
  CHECK(cuFuncGetAttribute(&wrong, kShared, kernel) == kBadHandle);
}

} // namespace

int main(int, char **arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  libraries({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, arguments[1]);
  std::printf("%d wrong\n", wrong);
}
