#include <cstdio>
#include <cstring>
#include <hip/hip_runtime.h>

// As the compiler leaves it without optimisation: local variables in private memory.
#define PLAIN __attribute__((optnone, noinline))
// A register that holds what it held: the optimiser keeps what follows.
#define UNSET(kind, name) asm volatile("" : "=" kind(name))

__global__ PLAIN void branch(int *out, int set) {
  int limit;
  if (set)
    limit = 3;
  if ((int)threadIdx.x > limit) // branch
    out[threadIdx.x] = 1;
}
__device__ PLAIN int larger(int a, int b) {
  if (a > b) // call
    return a;
  return b;
}
__global__ PLAIN void call(int *out, int set) {
  int value;
  if (set)
    value = 7;
  out[threadIdx.x] = larger(value, (int)threadIdx.x);
}
__global__ PLAIN void array(int *out, int set) {
  int mine[8];
  for (int i = 0; i < (set ? 8 : 4); ++i)
    mine[i] = i;
  out[threadIdx.x] = mine[(threadIdx.x + 4) & 7]; // array
}
__global__ PLAIN void local(int *out, int set) {
  __shared__ int all[64];
  int value;
  if (set)
    value = 5;
  all[threadIdx.x] = value;
  __syncthreads();
  if (all[63 - threadIdx.x] > 4) // local
    out[threadIdx.x] = 1;
}
__global__ void vector(int *out, int set) {
  int value;
  UNSET("v", value);
  if (set)
    value = threadIdx.x;
  if (value * 3 + 1 > 30) // vector
    out[threadIdx.x] = 1;
}
__global__ void scalar(int *out, int set) {
  int value;
  asm volatile("s_mov_b32 %0, s90" : "=s"(value));
  if (set)
    value = set;
  if (value + 1 > 3) // scalar
    out[threadIdx.x] = 1;
}
__global__ void address(int *out, int set) {
  unsigned index;
  UNSET("v", index);
  if (set)
    index = threadIdx.x;
  out[index & 63] = 1; // address
}
__global__ void lanes(int *out, int set) {
  int value;
  UNSET("v", value);
  if (set || threadIdx.x % 4)
    value = 9;
  if (value > 4) // lanes
    out[threadIdx.x] = 1;
}

// What follows is right: nothing that is undefined decides anything.
struct Mixed {
  char letter;
  double value;
  short half;
};
__global__ PLAIN void copies(double *out, int set) {
  Mixed first;
  first.letter = 'a';
  first.value = set;
  Mixed second = first, third[3] = {second, first, second};
  out[threadIdx.x] = third[threadIdx.x % 3].value;
}
__global__ void halves(unsigned *out, int set) {
  unsigned low, high;
  UNSET("v", high);
  unsigned bytes = (high << 16) | (set & 0xffff);
  low = __builtin_amdgcn_perm(bytes, 0, 0x0c0c0504);
  if (low > 100)
    out[threadIdx.x] = low;
}
__global__ void guarded(int *out, int set) {
  int value;
  UNSET("v", value);
  bool known = threadIdx.x % 3 == 0;
  if (known)
    value = threadIdx.x + set;
  if (known && value > 10)
    out[threadIdx.x] = value;
  unsigned long long wide = (unsigned long long)set * blockDim.x + threadIdx.x;
  if (wide > 20)
    out[threadIdx.x + 64] = 2;
}
__global__ void pairs(unsigned long long *out, int set) {
#ifdef __gfx90a__
  unsigned high;
  UNSET("v", high);
  unsigned long long pair = (unsigned long long)high << 32 | (unsigned)set, twice;
  asm volatile("v_pk_mov_b32 %0, %1, %1 op_sel:[0,0]" : "=v"(twice) : "v"(pair));
  if (twice > 10)
    out[threadIdx.x] = twice;
#endif
}
__global__ PLAIN void loops(int *out, int set) {
  int last, found = 0;
  for (int i = 0; i < 8; ++i) {
    if (found && last > 3)
      out[threadIdx.x] = last;
    if (i >= (int)threadIdx.x % 8)
      last = i + set, found = 1;
  }
}

using Kernel = void (*)(int *, int);

int main(int, char **argv) {
  int *out;
  (void)hipMalloc(&out, 4096);
  (void)hipMemset(out, 0, 4096);
  const struct {
    const char *name;
    Kernel kernel;
  } all[] = {{"branch", branch}, {"call", call},     {"array", array},     {"local", local},
             {"vector", vector}, {"scalar", scalar}, {"address", address}, {"lanes", lanes}};
  bool right = !strcmp(argv[1], "right");
  for (const auto &one : all)
    if (right || !strcmp(argv[1], one.name))
      one.kernel<<<1, 64>>>(out, right);
  if (right) {
    copies<<<1, 64>>>((double *)out, 1);
    halves<<<1, 64>>>((unsigned *)out, 200);
    guarded<<<1, 64>>>(out, 1);
    pairs<<<1, 64>>>((unsigned long long *)out, 1);
    loops<<<1, 64>>>(out, 1);
  }
  printf("%d\n", hipDeviceSynchronize());
}
