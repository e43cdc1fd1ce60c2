#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>

struct Padded {
  double value;
  char letter;
};

__global__ void scaled(float *out, const float *in) {
  out[threadIdx.x] = in[threadIdx.x] * 2; // scaled
}
__global__ void bytes(unsigned char *out, const unsigned char *in) {
  out[threadIdx.x] = in[threadIdx.x] + 1; // bytes
}
__global__ void structs(Padded *out, const Padded *in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void tile(float *out, const float *in, int filled) {
  __shared__ float part[128];
  int i = threadIdx.x;
  if (i < filled)
    part[i] = in[i];
  __syncthreads();
  out[i] = part[127 - i]; // tile
}
__global__ void table(int *out, const int *index, int filled) {
  int mine[256];
  for (int i = 0; i < filled; ++i)
    mine[index[i] + i] = i;
  out[threadIdx.x] = mine[index[threadIdx.x] + threadIdx.x]; // table
}

int main(int, char **argv) {
  const char *mode = argv[1];
  const int n = 1024;
  float *p, *q, *fresh;
  (void)hipMalloc(&p, n * sizeof(float));
  (void)hipMalloc(&q, n * sizeof(float));
  (void)hipMalloc(&fresh, n * sizeof(float));
  (void)hipMemset(p, 0, n * sizeof(float));
  (void)hipMemset(q, 0, n * sizeof(float));
  if (!strcmp(mode, "right")) {
    scaled<<<1, 256>>>(fresh, p);
    scaled<<<1, 256>>>(q, fresh);
    bytes<<<1, 256>>>((unsigned char *)fresh, (unsigned char *)p);
    Padded host[64]{};
    Padded *device;
    (void)hipMalloc(&device, 2 * sizeof host);
    (void)hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice);
    structs<<<1, 64>>>(device + 64, device);
    tile<<<1, 128>>>(p, q, 128);
    (void)hipMemset(q, 0, n * sizeof(float));
    table<<<1, 64>>>((int *)p, (int *)q, 64);
  } else if (!strcmp(mode, "global")) {
    scaled<<<1, 256>>>(p, fresh);
  } else if (!strcmp(mode, "bytes")) {
    bytes<<<1, 256>>>((unsigned char *)p, (unsigned char *)fresh);
  } else if (!strcmp(mode, "lds")) {
    tile<<<1, 128>>>(p, q, 100);
  } else if (!strcmp(mode, "private")) {
    table<<<1, 64>>>((int *)p, (int *)q, 8);
  }
  printf("%d\n", hipDeviceSynchronize());
}
