// launch CODE_OBJECT KERNEL GX GY GZ BX BY BZ LDS COOPERATIVE WORDS: starts a kernel on a buffer of
// WORDS zeros and prints what it left there.
#include <cstdio>
#include <cstdlib>
#include <vector>

extern "C" {
int hipModuleLoad(void **, const char *);
int hipModuleGetFunction(void **, void *, const char *);
int hipModuleLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                          unsigned, void *, void **, void **);
int hipModuleLaunchCooperativeKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned,
                                     unsigned, unsigned, void *, void **);
int hipMalloc(void **, size_t);
int hipMemset(void *, int, size_t);
int hipMemcpy(void *, const void *, size_t, int);
}

static void check(const char *what, int error) {
  if (error) {
    printf("%s %d\n", what, error);
    exit(1);
  }
}

int main(int, char **argv) {
  auto n = [&](int i) { return static_cast<unsigned>(atoi(argv[i])); };
  void *module, *function, *buffer;
  size_t bytes = n(11) * sizeof(unsigned);
  check("hipModuleLoad", hipModuleLoad(&module, argv[1]));
  check("hipModuleGetFunction", hipModuleGetFunction(&function, module, argv[2]));
  check("hipMalloc", hipMalloc(&buffer, bytes));
  check("hipMemset", hipMemset(buffer, 0, bytes));
  void *arguments[] = {&buffer};
  printf("before\n");
  check("launch", n(10) ? hipModuleLaunchCooperativeKernel(function, n(3), n(4), n(5), n(6), n(7),
                                                           n(8), n(9), nullptr, arguments)
                        : hipModuleLaunchKernel(function, n(3), n(4), n(5), n(6), n(7), n(8), n(9),
                                                nullptr, arguments, nullptr));
  std::vector<unsigned> words(n(11));
  check("hipMemcpy", hipMemcpy(words.data(), buffer, bytes, 2));
  for (unsigned word : words)
    printf("%u\n", word);
}
