// Allocation and copies of every shape.
#include "checks.hpp"

#include <cstring>
#include <numeric>
#include <vector>

static std::vector<int> counted(size_t n) {
  std::vector<int> v(n);
  std::iota(v.begin(), v.end(), 1);
  return v;
}

static void allocation() {
  void *p = nullptr, *q = nullptr;
  OK(hipMalloc(&p, 1000));
  SAME(reinterpret_cast<uintptr_t>(p) % 256, 0u);
  GIVES(hipErrorInvalidValue, hipMalloc(nullptr, 4));
  OK(hipMalloc(&q, 0));
  SAME(q, nullptr);
  GIVES(hipErrorOutOfMemory, hipMalloc(&q, size_t{1} << 50));
  SAME(q, nullptr);
  GIVES(hipErrorInvalidValue, hipFree(static_cast<char *>(p) + 8));
  OK(hipFree(p));
  GIVES(hipErrorInvalidValue, hipFree(p));
  OK(hipFree(nullptr));
  int local;
  GIVES(hipErrorInvalidValue, hipFree(&local));
  OK(hipHostMalloc(&p, 64, hipHostMallocMapped));
  unsigned flags;
  OK(hipHostGetFlags(&flags, p));
  SAME(flags, unsigned{hipHostMallocMapped});
  OK(hipHostGetDevicePointer(&q, p, 0));
  SAME(p, q);
  GIVES(hipErrorInvalidValue, hipFree(p));
  OK(hipHostFree(p));
  OK(hipMallocManaged(&p, 64, hipMemAttachGlobal));
  OK(hipFree(p));
}

static void linear_copies() {
  int *p;
  std::vector<int> in = counted(100), out(100);
  size_t bytes = 400;
  OK(hipMalloc(reinterpret_cast<void **>(&p), bytes));
  OK(hipMemcpy(p, in.data(), bytes, hipMemcpyHostToDevice));
  OK(hipMemcpy(out.data(), p, bytes, hipMemcpyDeviceToHost));
  SAME(in, out);
  GIVES(hipErrorInvalidValue, hipMemcpy(p, in.data(), bytes + 1, hipMemcpyHostToDevice));
  GIVES(hipErrorInvalidValue, hipMemcpy(out.data(), p + 50, 201, hipMemcpyDeviceToHost));
  GIVES(hipErrorInvalidValue, hipMemcpy(nullptr, p, 4, hipMemcpyDeviceToHost));
  GIVES(hipErrorInvalidValue, hipMemcpy(out.data(), in.data(), 4, hipMemcpyHostToDevice));
  GIVES(hipErrorInvalidMemcpyDirection, hipMemcpy(p, in.data(), 4, static_cast<hipMemcpyKind>(7)));
  OK(hipMemcpy(out.data(), in.data(), 4, hipMemcpyHostToHost));
  OK(hipMemcpy(nullptr, nullptr, 0, hipMemcpyHostToDevice));
  OK(hipMemset(p, 0xab, bytes));
  OK(hipMemsetD32(p + 1, -5, 2));
  OK(hipMemsetD16(p + 3, 0x1234, 1));
  OK(hipMemcpy(out.data(), p, bytes, hipMemcpyDefault));
  SAME(out[0], static_cast<int>(0xabababab));
  SAME(out[1], -5);
  SAME(out[2], -5);
  SAME(out[3], static_cast<int>(0xabab1234));
  GIVES(hipErrorInvalidValue, hipMemset(p, 0, bytes + 1));
  GIVES(hipErrorInvalidValue, hipMemset(in.data(), 0, 4));
  OK(hipFree(p));
}

// A rectangle of 5 by 3 out of rows of 8 goes to pitched memory and back.
static void rectangles() {
  std::vector<int> in = counted(24), out(24, 0);
  void *p;
  size_t pitch;
  OK(hipMallocPitch(&p, &pitch, 20, 3));
  SAME(pitch % 64, 0u);
  OK(hipMemset2D(p, pitch, 0, 20, 3));
  OK(hipMemcpy2D(p, pitch, in.data(), 32, 20, 3, hipMemcpyHostToDevice));
  OK(hipMemcpy2D(out.data(), 32, p, pitch, 20, 3, hipMemcpyDeviceToHost));
  for (int i = 0; i < 24; ++i)
    SAME(out[i], i % 8 < 5 ? in[i] : 0);
  GIVES(hipErrorInvalidPitchValue, hipMemcpy2D(p, 16, in.data(), 32, 20, 3, hipMemcpyHostToDevice));
  GIVES(hipErrorInvalidValue, hipMemcpy2D(p, pitch, in.data(), 32, 20, 4, hipMemcpyHostToDevice));
  OK(hipFree(p));
}

static void boxes() {
  std::vector<int> in = counted(4 * 3 * 2), out(24, 0);
  hipPitchedPtr pitched;
  OK(hipMalloc3D(&pitched, make_hipExtent(16, 3, 2)));
  hipMemcpy3DParms p = {};
  p.srcPtr = make_hipPitchedPtr(in.data(), 16, 4, 3);
  p.dstPtr = pitched;
  p.extent = make_hipExtent(16, 3, 2);
  p.kind = hipMemcpyHostToDevice;
  OK(hipMemcpy3D(&p));
  p = {};
  p.srcPtr = pitched;
  p.srcPos = make_hipPos(4, 1, 1); // bytes, rows, slices
  p.dstPtr = make_hipPitchedPtr(out.data(), 16, 4, 3);
  p.extent = make_hipExtent(8, 2, 1);
  p.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3D(&p));
  SAME(out[0], in[12 + 4 + 1]);
  SAME(out[1], in[12 + 4 + 2]);
  SAME(out[2], 0);
  SAME(out[4], in[12 + 8 + 1]);
  GIVES(hipErrorInvalidValue, hipMemcpy3D(nullptr));
  OK(hipFree(pitched.ptr));
}

static void arrays() {
  std::vector<float> in(6), out(6);
  std::iota(in.begin(), in.end(), 0.5f);
  hipChannelFormatDesc desc = hipCreateChannelDesc(32, 0, 0, 0, hipChannelFormatKindFloat), got;
  hipArray *array;
  OK(hipMallocArray(&array, &desc, 3, 2, hipArrayDefault));
  OK(hipMemcpy2DToArray(array, 0, 0, in.data(), 12, 12, 2, hipMemcpyHostToDevice));
  OK(hipMemcpy2DFromArray(out.data(), 8, array, 4, 0, 8, 2, hipMemcpyDeviceToHost));
  SAME(out[0], in[1]);
  SAME(out[1], in[2]);
  SAME(out[2], in[4]);
  SAME(out[3], in[5]);
  OK(hipGetChannelDesc(&got, array));
  SAME(got.x, 32);
  SAME(got.f, hipChannelFormatKindFloat);
  OK(hipFreeArray(array));
  desc.x = 31;
  GIVES(hipErrorInvalidValue, hipMallocArray(&array, &desc, 3, 2, hipArrayDefault));
}

static void pointers() {
  char *p;
  hipPointerAttribute_t a;
  OK(hipMalloc(reinterpret_cast<void **>(&p), 100));
  OK(hipPointerGetAttributes(&a, p + 10));
  SAME(a.device, 0);
  SAME(a.devicePointer, p + 10);
  SAME(a.hostPointer, nullptr);
  SAME(a.isManaged, 0);
  hipDeviceptr_t base;
  size_t size;
  OK(hipMemGetAddressRange(&base, &size, p + 10));
  SAME(base, p);
  SAME(size, 100u);
  std::vector<char> host(4096);
  OK(hipHostRegister(host.data(), host.size(), hipHostRegisterDefault));
  GIVES(hipErrorHostMemoryAlreadyRegistered,
        hipHostRegister(host.data() + 8, 8, hipHostRegisterDefault));
  OK(hipHostUnregister(host.data()));
  GIVES(hipErrorHostMemoryNotRegistered, hipHostUnregister(host.data()));
  size_t before, after, total;
  OK(hipMemGetInfo(&before, &total));
  void *big;
  OK(hipMalloc(&big, 1 << 20));
  OK(hipMemGetInfo(&after, &total));
  SAME(before - after, size_t{1 << 20});
  OK(hipFree(big));
  OK(hipFree(p));
}

static void sizes_without_end() {
  const size_t most = ~size_t{0};
  hipPitchedPtr p;
  OK(hipMalloc3D(&p, make_hipExtent(100, 8, 4)));
  GIVES(hipErrorInvalidValue, hipMemset3D(p, 1, make_hipExtent(100, most, 4)));
  GIVES(hipErrorInvalidValue, hipMemset3D(p, 1, make_hipExtent(100, 8, most)));
  GIVES(hipErrorInvalidValue, hipMemset3D(p, 1, make_hipExtent(100, most / p.pitch + 2, 1)));
  GIVES(hipErrorInvalidValue, hipMemset2D(p.ptr, p.pitch, 1, 100, most));
  OK(hipMemset3D(p, 1, make_hipExtent(100, 8, 4)));
  OK(hipFree(p.ptr));
}

static void stream_order() {
  hipStream_t s;
  hipMemPool_t pool;
  void *p;
  OK(hipStreamCreate(&s));
  OK(hipMallocAsync(&p, 64, s));
  OK(hipMemsetAsync(p, 1, 64, s));
  OK(hipFreeAsync(p, s));
  GIVES(hipErrorInvalidValue, hipFreeAsync(p, s));
  uint64_t threshold = 123, got = 0;
  OK(hipDeviceGetDefaultMemPool(&pool, 0));
  OK(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &threshold));
  OK(hipMemPoolGetAttribute(pool, hipMemPoolAttrReleaseThreshold, &got));
  SAME(got, threshold);
  GIVES(hipErrorInvalidValue, hipMemPoolDestroy(pool));
  OK(hipStreamDestroy(s));
}

int main() {
  allocation();
  linear_copies();
  rectangles();
  boxes();
  arrays();
  pointers();
  sizes_without_end();
  stream_order();
  return failures != 0;
}
