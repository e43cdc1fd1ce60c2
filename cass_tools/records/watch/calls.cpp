// The calls that a program makes are taken on their way to the GPU's runtime (LD_PRELOAD): those
// that allocate and free memory, and those that launch.
#include "watch.hpp"

#include <dlfcn.h>

using namespace watch;

namespace {

struct Pitched {
  void *start;
  size_t pitch, width, height;
};

struct Extent {
  size_t width, height, depth;
};

struct Configuration { // of an extended launch; attributes follow
  Dim3 grid, block;
  size_t shared;
  void *stream;
};

void *const kPerThread = reinterpret_cast<void *>(2); // the stream that each thread has for itself

void *per_thread(void *stream) { return stream ? stream : kPerThread; }

template <typename Function> Function next(const char *name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

} // namespace

#define TEXT(x) TEXT_OF(x)
#define TEXT_OF(x) #x
#define CALL extern "C" __attribute__((visibility("default"))) int
#define DONE extern "C" __attribute__((visibility("default"))) void
#define NEXT(name) next<decltype(&name)>(TEXT(name))
#define WATCH Watch::instance()

#define GPU(name) cuda##name
#define SHARED size_t
#include "calls.inc"
#undef GPU
#undef SHARED
#define GPU(name) hip##name
#define SHARED unsigned
#include "calls.inc"
#undef GPU
#undef SHARED

CALL hipHostMalloc(void **memory, size_t size, unsigned flags) {
  int error = NEXT(hipHostMalloc)(memory, size, flags);
  WATCH.born(hipRuntime, error, memory, size, "pinned");
  return error;
}

CALL hipHostFree(void *memory) {
  WATCH.gone(memory);
  return NEXT(hipHostFree)(memory);
}

DONE __hipRegisterFunction(void **module, const void *host, char *device, const char *name, int n,
                           void *a, void *b, void *c, void *d, int *e) {
  WATCH.kernel(host, name);
  NEXT(__hipRegisterFunction)(module, host, device, name, n, a, b, c, d, e);
}

DONE __hipRegisterVar(void **module, void *host, char *device, char *name, int external,
                      size_t size, int constant, int global) {
  if (!constant)
    WATCH.variable(host, name, size);
  NEXT(__hipRegisterVar)(module, host, device, name, external, size, constant, global);
}

DONE __cudaRegisterFunction(void **module, const char *host, char *device, const char *name, int n,
                            void *a, void *b, void *c, void *d, int *e) {
  WATCH.kernel(host, name);
  NEXT(__cudaRegisterFunction)(module, host, device, name, n, a, b, c, d, e);
}

DONE __cudaRegisterVar(void **module, char *host, char *device, const char *name, int external,
                       size_t size, int constant, int global) {
  if (!constant)
    WATCH.variable(host, name, size);
  NEXT(__cudaRegisterVar)(module, host, device, name, external, size, constant, global);
}

CALL __cudaGetKernel(const void **kernel, const void *function) {
  int error = NEXT(__cudaGetKernel)(kernel, function);
  if (!error)
    WATCH.also(*kernel, function);
  return error;
}

CALL cudaGetKernel(const void **kernel, const void *function) {
  int error = NEXT(cudaGetKernel)(kernel, function);
  if (!error)
    WATCH.also(*kernel, function);
  return error;
}

CALL __cudaLaunchKernel(const void *kernel, Dim3 grid, Dim3 block, void **arguments, size_t shared,
                        void *stream) {
  return WATCH.launch(cudaRuntime, kernel, {grid, block, shared}, arguments, stream, [&] {
    return NEXT(__cudaLaunchKernel)(kernel, grid, block, arguments, shared, stream);
  });
}

CALL __cudaLaunchKernel_ptsz(const void *kernel, Dim3 grid, Dim3 block, void **arguments,
                             size_t shared, void *stream) {
  return WATCH.launch(
      cudaRuntime, kernel, {grid, block, shared}, arguments, per_thread(stream), [&] {
        return NEXT(__cudaLaunchKernel_ptsz)(kernel, grid, block, arguments, shared, stream);
      });
}

CALL cudaLaunchKernel_ptsz(const void *function, Dim3 grid, Dim3 block, void **arguments,
                           size_t shared, void *stream) {
  return WATCH.launch(
      cudaRuntime, function, {grid, block, shared}, arguments, per_thread(stream), [&] {
        return NEXT(cudaLaunchKernel_ptsz)(function, grid, block, arguments, shared, stream);
      });
}

CALL hipLaunchKernel_spt(const void *function, Dim3 grid, Dim3 block, void **arguments,
                         size_t shared, void *stream) {
  return WATCH.launch(
      hipRuntime, function, {grid, block, shared}, arguments, per_thread(stream),
      [&] { return NEXT(hipLaunchKernel_spt)(function, grid, block, arguments, shared, stream); });
}
