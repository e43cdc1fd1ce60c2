#include <hip/hip_runtime.h>

__device__ __noinline__ int depth_sum(int n) { return n <= 0 ? 0 : n + depth_sum(n - 1); }

extern "C" __global__ void recursion(const int *in, int *out) { out[threadIdx.x] = depth_sum(in[threadIdx.x]); }

__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __noinline__ int square(int x) { return x * x; }
__device__ __noinline__ int negate(int x) { return -x; }
typedef int (*Operation)(int);
__device__ Operation table[3] = {twice, square, negate};

extern "C" __global__ void pointers(const int *in, int *out) {
  int v = in[threadIdx.x];
  out[threadIdx.x] = table[v % 3](v) + table[2](v);
}

struct Shape {
  __device__ virtual int area(int x) const = 0;
};
struct Wide : Shape {
  __device__ int area(int x) const override { return x * 10; }
};
struct Tall : Shape {
  __device__ int area(int x) const override { return x + 1000; }
};

extern "C" __global__ void virtual_calls(int *out) {
  Wide wide;
  Tall tall;
  const Shape *shape = threadIdx.x % 3 ? static_cast<const Shape *>(&wide) : &tall;
  out[threadIdx.x] = shape->area(threadIdx.x);
}

__device__ __noinline__ void barrier_inside(int *shared, int t) {
  shared[t] = t * 3;
  __syncthreads();
}

extern "C" __global__ void barrier_in_callee(int *out) {
  __shared__ int shared[256];
  barrier_inside(shared, threadIdx.x);
  out[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void private_array(int *out, int k) {
  int local[64];
  for (int i = 0; i < 64; ++i)
    local[(i * 7 + k) & 63] = i * threadIdx.x;
  int sum = 0;
  for (int i = 0; i < 64; i += 3)
    sum += local[(i * k) & 63];
  out[threadIdx.x] = sum;
}

extern "C" __global__ void choices(const int *in, int *out) {
  int v = in[threadIdx.x];
  switch (v) {
  case 0: v = 7; break;
  case 1: v = v * 13 + 1; break;
  case 2: v ^= 0x55; break;
  case 3: v = __popc(v * 77); break;
  case 4: v = v / 3 + 100; break;
  case 5: v = -v; break;
  case 9: v = v % 4; break;
  case 11: v <<= 4; break;
  default: v = 1 - v;
  }
  out[threadIdx.x] = v;
}

__constant__ int weights[4] = {3, 5, 7, 11};
__device__ int counter = 40;

extern "C" __global__ void globals(int *out) {
  out[threadIdx.x] = weights[threadIdx.x & 3] + counter;
}

extern "C" __global__ void generic_address(int *global, int *out, int which) {
  __shared__ int shared[64];
  int mine[4] = {which, 1, 2, 3};
  shared[threadIdx.x] = threadIdx.x + 500;
  __syncthreads();
  int *p = which == 0 ? global : which == 1 ? shared : mine;
  int index = which == 2 ? (threadIdx.x & 3) : 63 - threadIdx.x;
  p[index] += 1;
  __syncthreads();
  out[threadIdx.x] = p[index];
}
