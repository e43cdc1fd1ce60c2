// What textures.cpp uses of CUDA's runtime and driver, as their headers have it.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
struct Channels {
  int x, y, z, w, kind;
};
struct Extent {
  size_t width, height, depth;
};
struct Pitched {
  void *ptr;
  size_t pitch, width, height;
};
struct Position {
  size_t x, y, z;
};
struct Copy {
  void *from_array;
  Position from_at;
  Pitched from;
  void *to_array;
  Position to_at;
  Pitched to;
  Extent extent;
  int kind;
};
struct Resource {
  int type;
  union {
    void *array;
    struct {
      void *data;
      Channels channels;
      size_t size;
    } linear;
    struct {
      void *data;
      Channels channels;
      size_t width, height, pitch;
    } plane;
    int reserved[32];
  };
  unsigned flags;
};
struct Sampling {
  int address[3], filter, read, srgb;
  float border[4];
  int normalized;
  unsigned anisotropy;
  int mip_filter;
  float bias, least, most;
  int no_trilinear, seamless;
};
int cudaFree(void *);
int cudaMalloc(void **, size_t);
int cudaMallocPitch(void **, size_t *, size_t, size_t);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int);
int cudaMemcpy3D(const Copy *);
int cudaMalloc3DArray(void **, const Channels *, Extent, unsigned);
int cudaFreeArray(void *);
int cudaMallocMipmappedArray(void **, const Channels *, Extent, unsigned, unsigned);
int cudaGetMipmappedArrayLevel(void **, const void *, unsigned);
int cudaFreeMipmappedArray(void *);
int cudaCreateTextureObject(uint64_t *, const Resource *, const Sampling *, const void *);
int cudaDestroyTextureObject(uint64_t);
int cudaCreateSurfaceObject(uint64_t *, const Resource *);
int cudaDestroySurfaceObject(uint64_t);
int cudaDeviceSynchronize();
int cuModuleLoadData(void **, const void *);
int cuModuleGetFunction(void **, void *, const char *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void *, void **, void **);
}
