// Classes of the standard library that check what they are asked for, on the GPU.
#include <array>
#include <cstdio>
#include <optional>

#include <hip/hip_runtime.h>

__global__ void fill(int *out, int i) {
  std::array<int, 3> numbers{1, 2, 3};
  std::optional<int> found = i < 3 ? std::optional<int>(numbers[i]) : std::nullopt;
  out[i] = found ? *found + numbers.front() : -1;
}

int main() {
  int *out;
  if (hipMallocManaged(&out, 4 * sizeof(int)) != hipSuccess)
    return 1;
  for (int i = 0; i < 4; ++i)
    fill<<<1, 1>>>(out, i);
  if (hipDeviceSynchronize() != hipSuccess)
    return 1;
  std::printf("%d %d %d %d\n", out[0], out[1], out[2], out[3]);
}
