// A long calculation of one thread, every step of which depends on what was loaded. Prints both
// results, and "N wrong".
#include <cstdio>
#include <cuda_runtime.h>
#include <utility>

struct State {
  unsigned a, b, c;
  unsigned long long d;
};

template <int I> __host__ __device__ __forceinline__ void step(State &s) {
  s.a = s.a * (s.b ^ (0x9e3779b9u + I)) + (s.c >> (I % 13 + 1));
  s.d += static_cast<unsigned long long>(s.a) * s.b;
  s.b = (s.b << 7 | s.b >> 25) + static_cast<unsigned>(s.d >> 32);
  s.c = s.a < s.b ? s.c ^ s.b : s.c + static_cast<unsigned>(s.d);
}

template <int Row, int... I>
__host__ __device__ __forceinline__ void row(State &s, std::integer_sequence<int, I...>) {
  (step<Row * 64 + I>(s), ...);
}

// 1024 steps, without a loop.
template <int... Row>
__host__ __device__ __forceinline__ void rows(State &s, std::integer_sequence<int, Row...>) {
  (row<Row>(s, std::make_integer_sequence<int, 64>()), ...);
}

__host__ __device__ inline void mix(const unsigned *in, unsigned *out) {
  State s{in[0], in[1], in[2], in[3]};
  rows(s, std::make_integer_sequence<int, 16>());
  out[0] = s.a, out[1] = s.b, out[2] = s.c, out[3] = static_cast<unsigned>(s.d);
}

__global__ void mixed(const unsigned *in, unsigned *out) { mix(in, out); }

int main() {
  unsigned *memory, wanted[4];
  cudaMallocManaged(&memory, 8 * sizeof *memory);
  for (unsigned i = 0; i < 4; ++i)
    memory[i] = 77 * i + 5;
  mix(memory, wanted);
  mixed<<<1, 1>>>(memory, memory + 4);
  int wrong = cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i)
    wrong += memory[4 + i] != wanted[i];
  std::printf("%d wrong\n", wrong);
}
