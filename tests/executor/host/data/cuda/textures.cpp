// textures FATBIN [NAME...]: reads textures and writes surfaces of many kinds with the kernels of
// textures.cu, and prints for each kind a line of its name and the words that came out. The same
// program runs on a GPU and here.
#include "textures.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

enum { kWrap, kClamp, kMirror, kBorder };
enum { kSigned, kUnsigned, kFloat };
enum { kLayered = 1, kSurface = 2, kCube = 4, kGather = 8 };
enum { kArray, kMipmapped, kLinear, kPitched };
constexpr unsigned kThreads = 64, kBlocks = 4, kPoints = kThreads * kBlocks;

void *module;
uint32_t state = 1;

uint32_t random_bits() { return (state = state * 1664525 + 1013904223) >> 8; }

void check(int error, const char *what) {
  if (error)
    std::printf("%s: error %d\n", what, error), std::fflush(stdout), std::exit(1);
}
#define CHECK(call) check(call, #call)

uint32_t bits_of(float number) {
  uint32_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

struct Kind {
  const char *name, *kernel;
  Extent size;
  unsigned flags;
  int channels, bits, numbers;
  int address, filter, read, normalized; // of a texture
  int type = kArray;
  unsigned levels = 1;
  float least = 0, most = 8, bias = 0;
  int mip_filter = 0, srgb = 0;
  float border[4] = {0.25f, -2, 3, 0.5f};
};

size_t count(const Kind &k) {
  return k.size.width * (k.size.height ? k.size.height : 1) * (k.size.depth ? k.size.depth : 1);
}

Channels channels(const Kind &k) {
  auto bits = [&](int n) { return k.channels >= n ? k.bits : 0; };
  return {bits(1), bits(2), bits(3), bits(4), k.numbers};
}

std::vector<uint8_t> content(const Kind &k, size_t elements) {
  size_t bytes = static_cast<size_t>(k.bits) / 8, all = elements * static_cast<size_t>(k.channels);
  std::vector<uint8_t> data(all * bytes);
  for (size_t i = 0; i < all; ++i) {
    uint32_t word = random_bits();
    if (k.numbers == kFloat && k.bits == 32)
      word = bits_of((static_cast<float>(word % 65536) - 32768) / 2048);
    else if (k.numbers == kFloat)
      word = (word & 0x8000) | (0x2c00 + word % 0x2000);
    else
      word ^= word << 12;
    std::memcpy(&data[i * bytes], &word, bytes);
  }
  return data;
}

void fill(void *array, const Kind &k, Extent size) {
  size_t rows = size.height ? size.height : 1, slices = size.depth ? size.depth : 1;
  auto data = content(k, size.width * rows * slices);
  Copy copy{};
  copy.from = {data.data(), data.size() / rows / slices, size.width, rows};
  copy.to_array = array;
  copy.extent = {size.width, rows, slices};
  copy.kind = 1;
  CHECK(cudaMemcpy3D(&copy));
}

std::vector<uint8_t> back(void *array, const Kind &k) {
  size_t rows = k.size.height ? k.size.height : 1, slices = k.size.depth ? k.size.depth : 1;
  std::vector<uint8_t> data(count(k) * static_cast<size_t>(k.channels * k.bits / 8));
  Copy copy{};
  copy.from_array = array;
  copy.to = {data.data(), data.size() / rows / slices, k.size.width, rows};
  copy.extent = {k.size.width, rows, slices};
  copy.kind = 2;
  CHECK(cudaMemcpy3D(&copy));
  return data;
}

Resource make(const Kind &k) {
  Resource r{};
  r.type = k.type;
  Channels c = channels(k);
  size_t row = k.size.width * static_cast<size_t>(k.channels * k.bits / 8);
  if (k.type == kArray) {
    CHECK(cudaMalloc3DArray(&r.array, &c, k.size, k.flags));
    fill(r.array, k, k.size);
  } else if (k.type == kMipmapped) {
    CHECK(cudaMallocMipmappedArray(&r.array, &c, k.size, k.levels, k.flags));
    Extent size = k.size;
    for (unsigned level = 0; level < k.levels; ++level) {
      void *array;
      CHECK(cudaGetMipmappedArrayLevel(&array, r.array, level));
      fill(array, k, size);
      size.width = size.width > 1 ? size.width / 2 : 1;
      size.height = size.height > 1 ? size.height / 2 : size.height;
    }
  } else if (k.type == kLinear) {
    auto data = content(k, k.size.width);
    CHECK(cudaMalloc(&r.linear.data, row + 512));
    CHECK(cudaMemcpy(r.linear.data, data.data(), row, 1));
    r.linear.channels = c, r.linear.size = row;
  } else {
    auto data = content(k, count(k));
    CHECK(cudaMallocPitch(&r.plane.data, &r.plane.pitch, row, k.size.height));
    CHECK(cudaMemcpy2D(r.plane.data, r.plane.pitch, data.data(), row, row, k.size.height, 1));
    r.plane.channels = c, r.plane.width = k.size.width, r.plane.height = k.size.height;
  }
  return r;
}

void release(const Kind &k, const Resource &r) {
  if (k.type == kArray)
    CHECK(cudaFreeArray(r.array));
  else if (k.type == kMipmapped)
    CHECK(cudaFreeMipmappedArray(r.array));
  else
    CHECK(cudaFree(k.type == kLinear ? r.linear.data : r.plane.data));
}

uint64_t texture(const Kind &k, const Resource &r) {
  Sampling s{};
  for (int axis = 0; axis < 3; ++axis)
    s.address[axis] = k.address;
  s.filter = k.filter, s.read = k.read, s.srgb = k.srgb, s.normalized = k.normalized;
  std::memcpy(s.border, k.border, sizeof s.border);
  s.mip_filter = k.mip_filter, s.bias = k.bias, s.least = k.least, s.most = k.most;
  uint64_t handle;
  CHECK(cudaCreateTextureObject(&handle, &r, &s, nullptr));
  return handle;
}

// A number from a little outside the texture to a little outside on the other side; some are
// special.
float coordinate(const Kind &k, size_t size, int at) {
  float part = static_cast<float>(random_bits() % 65536) / 65536, n = static_cast<float>(size);
  if (at < 12) {
    const float special[] = {0,   1,    0.5f,  -0.0f, INFINITY, -INFINITY,
                             NAN, 1e9f, -1e9f, 1e20f, -1e-9f,   0.998046875f};
    return special[(static_cast<size_t>(at) + size) % 12];
  }
  float place = at < 64 ? std::floor(part * (2 * n + 6) - 6) / 2 : part * (n + 6) - 3;
  return k.normalized ? place / n : place;
}

std::vector<float> points(const Kind &k) {
  std::vector<float> all;
  bool is_cube = k.flags & kCube, layered = k.flags & kLayered;
  for (unsigned i = 0; i < kPoints; ++i) {
    int at = static_cast<int>(i);
    if (is_cube) {
      for (int axis = 0; axis < 3; ++axis)
        all.push_back(at < 32 ? static_cast<float>((at >> axis & 1) * 2 - 1) /
                                    static_cast<float>(1 + (at >> 3 == axis))
                              : static_cast<float>(random_bits() % 4096) / 2048 - 1);
      all.push_back(static_cast<float>(random_bits() % 4));
      continue;
    }
    all.push_back(coordinate(k, k.size.width, at));
    all.push_back(coordinate(k, k.size.height ? k.size.height : 1, at));
    bool has_levels = k.levels > 1;
    float level = static_cast<float>(random_bits() % 1024) / 128 - 2;
    float layer = static_cast<float>(random_bits() % 8) - 2;
    all.push_back(layered      ? layer
                  : has_levels ? level
                               : coordinate(k, k.size.depth ? k.size.depth : 1, at));
    all.push_back(layered ? level : has_levels ? level * 0.03f : 0.5f);
    if (has_levels && std::strstr(k.kernel, "gradient"))
      all[all.size() - 2] = std::exp2(level) / 16,
                       all.back() = std::exp2(level - static_cast<float>(at % 5)) / 20;
  }
  return all;
}

std::vector<uint32_t> run(const char *kernel, uint64_t handle, const void *at, size_t size) {
  void *function, *device_at, *out;
  std::vector<uint32_t> words(kPoints * 4);
  CHECK(cuModuleGetFunction(&function, module, kernel));
  CHECK(cudaMalloc(&device_at, size));
  CHECK(cudaMalloc(&out, words.size() * 4));
  CHECK(cudaMemcpy(device_at, at, size, 1));
  CHECK(cudaMemcpy(out, words.data(), words.size() * 4, 1));
  void *arguments[] = {&handle, &device_at, &out};
  if (std::string(kernel) == "sizes")
    arguments[1] = &out;
  CHECK(cuLaunchKernel(function, std::string(kernel) == "sizes" ? 1 : kBlocks, 1, 1, kThreads, 1, 1,
                       0, nullptr, arguments, nullptr));
  int error = cudaDeviceSynchronize();
  if (error) {
    std::printf("%s %d\n", kernel, error);
    return {};
  }
  CHECK(cudaMemcpy(words.data(), out, words.size() * 4, 2));
  CHECK(cudaFree(device_at));
  CHECK(cudaFree(out));
  return words;
}

template <typename T> void print(const char *name, const T &words) {
  std::printf("%s", name);
  for (auto word : words)
    std::printf(" %x", static_cast<unsigned>(word));
  std::printf("\n");
}

void read(const Kind &k) {
  state = 12345;
  Resource r = make(k);
  uint64_t handle = texture(k, r);
  auto at = points(k);
  print(k.name, run(k.kernel, handle, at.data(), at.size() * 4));
  CHECK(cudaDestroyTextureObject(handle));
  release(k, r);
}

// What stood in the surface afterwards follows what was read.
void access(const Kind &k, bool in_bytes, bool own_places) {
  state = 54321;
  Resource r = make(k);
  uint64_t handle;
  CHECK(cudaCreateSurfaceObject(&handle, &r));
  std::vector<int> at;
  const size_t sizes[] = {k.size.width, k.size.height, k.size.depth};
  int element = in_bytes ? k.channels * k.bits / 8 : 1;
  for (unsigned i = 0; i < kPoints; ++i) {
    for (int axis = 0; axis < 2 + (k.size.depth > 0); ++axis) {
      auto n = static_cast<int>(sizes[axis] ? sizes[axis] : 1);
      int place = own_places && !axis
                      ? static_cast<int>(i) % n
                      : static_cast<int>(random_bits() % static_cast<unsigned>(n + 4)) - 2;
      if (own_places && axis == 1)
        place = static_cast<int>(i) / static_cast<int>(sizes[0]) - 1;
      at.push_back(axis ? place : place * element);
    }
    while (at.size() % 4)
      at.push_back(static_cast<int>(random_bits() * 40503u) >> (at.size() % 4 == 3 ? 4 : 18));
  }
  auto words = run(k.kernel, handle, at.data(), at.size() * 4);
  if (std::strncmp(k.kernel, "read", 4) != 0) {
    auto left = back(r.array, k);
    words.assign(left.begin(), left.end());
  }
  print(k.name, words);
  CHECK(cudaDestroySurfaceObject(handle));
  release(k, r);
}

void choose() {
  Kind one{"", "chosen", {8, 4, 0}, 0, 4, 32, kFloat, kClamp, 1, 0, 0};
  Kind row{"", "", {256, 0, 0}, 0, 1, 32, kFloat, kClamp, 0, 0, 0, kLinear};
  state = 777;
  uint64_t handles[4], *device;
  for (int n = 0; n < 3; ++n) {
    one.filter = n & 1;
    handles[n] = texture(one, make(one));
  }
  handles[3] = texture(row, make(row));
  CHECK(cudaMalloc(reinterpret_cast<void **>(&device), sizeof handles));
  CHECK(cudaMemcpy(device, handles, sizeof handles, 1));
  auto at = points(one);
  print("chosen", run("chosen", reinterpret_cast<uint64_t>(device), at.data(), at.size() * 4));
}

// What wrong use gives, as CUDA's error codes.
void misuse() {
  std::vector<int> codes;
  Kind plane{"", "", {8, 4, 0}, 0, 1, 32, kFloat, kClamp, 0, 0, 0, kPitched};
  Kind row{"", "", {256, 0, 0}, 0, 1, 32, kUnsigned, kClamp, 0, 0, 0, kLinear};
  Kind array{"", "", {8, 4, 0}, 0, 1, 32, kUnsigned, kClamp, 0, 0, 0};
  Resource pitched = make(plane), linear = make(row), plain = make(array);
  auto attempt = [&](Resource r, int filter, int fractions, int address) {
    Sampling s{};
    s.filter = filter, s.read = fractions, s.address[0] = address;
    uint64_t handle = 0;
    codes.push_back(cudaCreateTextureObject(&handle, &r, &s, nullptr));
  };
  attempt(plain, 0, 0, kClamp);
  attempt(plain, 1, 0, kClamp);
  attempt(plain, 0, 1, kClamp);
  attempt(plain, 0, 0, 7);
  Resource r = linear;
  r.linear.data = static_cast<char *>(r.linear.data) + 4;
  attempt(r, 0, 0, kClamp);
  r = linear, r.linear.size = 0;
  attempt(r, 0, 0, kClamp);
  r = linear, r.linear.channels = {32, 32, 32, 0, kUnsigned};
  attempt(r, 0, 0, kClamp);
  r = linear, r.linear.channels = {8, 16, 0, 0, kUnsigned};
  attempt(r, 0, 0, kClamp);
  r = pitched, r.plane.pitch += 4;
  attempt(r, 0, 0, kClamp);
  r = pitched, r.plane.pitch = 32, r.plane.width = 64;
  attempt(r, 0, 0, kClamp);
  r = plain, r.array = nullptr;
  attempt(r, 0, 0, kClamp);
  r = plain, r.type = 9;
  attempt(r, 0, 0, kClamp);
  uint64_t handle;
  codes.push_back(cudaCreateSurfaceObject(&handle, &plain));
  codes.push_back(cudaCreateSurfaceObject(&handle, &linear));
  codes.push_back(cudaDestroyTextureObject(0));
  codes.push_back(cudaDestroySurfaceObject(0));
  Channels one{32, 0, 0, 0, kFloat}, three{8, 8, 8, 0, kUnsigned};
  void *made, *level;
  codes.push_back(cudaMalloc3DArray(&made, &three, {8, 8, 0}, 0));
  codes.push_back(cudaMallocMipmappedArray(&made, &one, {8, 8, 0}, 20, 0));
  CHECK(cudaMallocMipmappedArray(&made, &one, {8, 8, 0}, 2, 0));
  codes.push_back(cudaGetMipmappedArrayLevel(&level, made, 2));
  print("misuse", codes);
}

#include "textures.inc"

} // namespace

int main(int count, char **words) {
  std::ifstream file(words[1], std::ios::binary);
  std::string fatbin{std::istreambuf_iterator<char>(file), {}};
  CHECK(cudaFree(nullptr));
  CHECK(cuModuleLoadData(&module, fatbin.data()));
  auto chosen = [&](const std::string &name) {
    return count == 2 || std::find(words + 2, words + count, name) != words + count;
  };
  for (const Kind &k : kTextures)
    if (chosen(k.name))
      read(k);
  if (chosen("chosen"))
    choose();
  if (chosen("misuse"))
    misuse();
  for (const Kind &k : kSurfaces)
    if (chosen(k.name))
      access(k, true, std::strncmp(k.kernel, "write", 5) == 0);
  for (const Kind &k : kElements)
    if (chosen(k.name))
      access(k, false, std::strncmp(k.kernel, "write", 5) == 0);
  Kind trap{"trap", "read_trap", {8, 4, 0}, kSurface, 1, 32, kSigned, 0, 0, 0, 0};
  if (chosen("trap"))
    access(trap, true, false);
}
