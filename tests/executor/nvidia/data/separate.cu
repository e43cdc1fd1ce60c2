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

__device__ __noinline__ static int of_a_table(int x) {
  static __device__ int table[8] = {2, 3, 5, 8, 13, 21, 34, 55};
  return table[x & 7];
}

extern "C" __device__ __noinline__ int of_the_table(int x) { return of_a_table(x); }

extern "C" __global__ void p02_local_variable(const int *in, int *out) {
  out[threadIdx.x] = of_the_table(in[threadIdx.x]);
}
