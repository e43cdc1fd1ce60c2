#include <array>
#include <cstdio>
#include <optional>
#include <tuple>
template <typename T> struct Box {
  T value;
};
template <typename T> Box(T) -> Box<T>;
__global__ void deduced(float *out) {
  std::array first{1, -2, 3};
  auto second = std::tuple(2u, 2.5f, true);
  std::optional third = {4};
  Box fourth{0.5};
  out[0] = first[0] + first[1] * first[2];
  out[1] = std::get<0>(second) - 3 > 0 ? std::get<1>(second) : -1;
  out[2] = third.value_or(1) + 16 * fourth.value;
}
int main() {
  float *out, got[3];
  cudaMalloc(&out, sizeof got);
  deduced<<<1, 1>>>(out);
  cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
  std::printf("%g %g %g\n", got[0], got[1], got[2]);
}
