// launch CODE KERNEL THREADS NUMBER [null]: one block of a kernel that takes an int and a double, or
// (with THREADS below 0) an array of as many ints, which are printed, and an int; or no array.
#include <cstdio>
#include <cstdlib>

extern "C" {
int hipModuleLoad(void **, const char *);
int hipModuleGetFunction(void **, void *, const char *);
int hipModuleLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *,
                          void **, void **);
int hipDeviceSynchronize(void);
int hipMallocManaged(void **, size_t, unsigned);
}

static void check(int error) {
  if (error)
    std::printf("error %d\n", error), std::exit(1);
}

int main(int count, char **words) {
  void *module, *function, *array = nullptr;
  check(hipModuleLoad(&module, words[1]));
  check(hipModuleGetFunction(&function, module, words[2]));
  int threads = std::atoi(words[3]), number = std::atoi(words[4]);
  double fraction = 2.5;
  void *plain[] = {&number, &fraction}, *filled[] = {&array, &number};
  bool fills = threads < 0;
  threads = std::abs(threads);
  check(hipMallocManaged(&array, sizeof(int) * threads, 1));
  if (count > 5)
    array = nullptr;
  check(hipModuleLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, nullptr, fills ? filled : plain, nullptr));
  check(hipDeviceSynchronize());
  for (int at = 0; fills && at < threads; ++at)
    std::printf("%d\n", static_cast<int *>(array)[at]);
}
