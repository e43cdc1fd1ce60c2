// Numbers of bits as CUDA's int: below zero, divided, widened, compared with others.

#include <cstdio>

__global__ void counts(const unsigned* words, const int* sums, long long* o) {
  int i = threadIdx.x, n = sums[i], d = n - 40;
  unsigned m = words[i];
  auto at = __ffs(m) - 1;
  long long wide = __popc(m) - 40, h = at < 0;
  float part = 0.5f * (__ffs(m) - 3);
  h = h * 100 + (__popc(m) - 5 < 0) + 2 * (__popc(m) > d) + 4 * (__ffs(m) - 1 >= 0);
  h = h * 1000 + n / (__popc(m) + 1) + n % (__popcll(m) + 2);
  h = h * 1000 + (__popc(m) - 9) / 2 + ((__ffs(m) - 20) >> 1) + max(3, __popc(m)) + abs(__popc(m) - 16);
  n /= __popc(m | 1);
  o[i] = (h * 1000 + n + (m ? __ffsll(m) : -1)) * 1000 + wide + static_cast<long long>(8 * part);
}

int main() {
  constexpr int n = 32;
  unsigned words[n];
  int sums[n];
  for (int i = 0; i < n; ++i) {
    words[i] = i == 0 ? 0 : i == 1 ? ~0u : 0x9e3779b9u * i >> i;
    sums[i] = (i * 7919 % 401) - 200;
  }
  unsigned* w;
  int* s;
  long long *o, found[n];
  cudaMalloc(&w, sizeof words), cudaMalloc(&s, sizeof sums), cudaMalloc(&o, sizeof found);
  cudaMemcpy(w, words, sizeof words, cudaMemcpyHostToDevice);
  cudaMemcpy(s, sums, sizeof sums, cudaMemcpyHostToDevice);
  counts<<<1, n>>>(w, s, o);
  cudaMemcpy(found, o, sizeof found, cudaMemcpyDeviceToHost);
  for (long long value : found)
    printf("%lld\n", value);
}
