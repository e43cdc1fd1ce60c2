// Functions with sections of their own, as units that are compiled with -rdc=true and linked have them.

__device__ int weights[4] = {3, 5, 7, 11};

extern "C" __device__ __noinline__ int weighted(int x, int which) { return x * weights[which & 3] + which; }

extern "C" __device__ __noinline__ int deeper(int x) {
  int sum = 0;
  for (int i = 0; i < (x & 7); i++)
    sum += weighted(x + i, i);
  return sum;
}

extern "C" __global__ void p01_calls(const int *in, int *out) {
  int x = in[threadIdx.x];
  out[threadIdx.x] = x > 40 ? deeper(x) : weighted(x, 2);
}
