// A cooperative launch of a kernel whose blocks wait for each other: prints what it left.
// Arguments: the fat binary, the kernel, its blocks, its rounds.
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
int cudaMalloc(void **, size_t);
int cudaMemcpy(void *, const void *, size_t, int);
int cuLibraryLoadFromFile(void **, const char *, void *, void *, unsigned, void *, void *,
                          unsigned);
int cuLibraryGetKernel(void **, void *, const char *);
int cuLaunchCooperativeKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                              unsigned, void *, void **);
}

int main(int, char **arguments) {
  constexpr int kThreads = 64, kToDevice = 1, kToHost = 2;
  int blocks = std::atoi(arguments[3]), rounds = std::atoi(arguments[4]);
  std::vector<int> values(blocks * kThreads);
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(i * i % 101);
  size_t bytes = values.size() * sizeof(int);
  void *library = nullptr, *kernel = nullptr, *in = nullptr, *out = nullptr;
  cudaMalloc(&in, bytes);
  cudaMalloc(&out, bytes);
  cudaMemcpy(in, values.data(), bytes, kToDevice);
  cuLibraryLoadFromFile(&library, arguments[1], nullptr, nullptr, 0, nullptr, nullptr, 0);
  cuLibraryGetKernel(&kernel, library, arguments[2]);
  void *parameters[] = {&in, &out, &rounds};
  int status =
      cuLaunchCooperativeKernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, nullptr, parameters);
  cudaMemcpy(values.data(), out, bytes, kToHost);
  std::printf("%d", status);
  for (int value : values)
    std::printf(" %d", value);
}
