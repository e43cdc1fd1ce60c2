// A function pointer in memory that is none.
#include <hip/hip_runtime.h>

__global__ void caller(void (**functions)(int)) { functions[0](3); }

int main() {
  void **functions, *nothing = (void *)0x4444;
  (void)hipMalloc((void **)&functions, sizeof *functions);
  (void)hipMemcpy(functions, &nothing, sizeof nothing, hipMemcpyHostToDevice);
  caller<<<1, 1>>>((void (**)(int))functions);
  return hipDeviceSynchronize() != hipSuccess;
}
