// A function that HIP has and the runtime has not.
#include <cstdio>
#include <hip/hip_runtime_api.h>

int main() {
  printf("before\n");
  (void)hipModuleGetTexRef(nullptr, nullptr, nullptr);
  printf("after\n");
}
