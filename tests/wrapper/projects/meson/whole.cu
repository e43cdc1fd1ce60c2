#include <cstdio>

#include "scale.cuh"

int main() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) return 1;
  std::printf("%d\n", count);
}
