// What device code calls that is not in its cubin: printf, assert, malloc, free, and traps.
#include <cassert>
#include <cstdio>
#define K extern "C" __global__ void
K p1_numbers(int n, double x) {
  printf("%d %5u|%-4x|%c %% %s %lld %.3f %*d %p\n", n - threadIdx.x, n, n, 'a' + threadIdx.x, "text", 1ll << 40, x, 6, n,
         (void*)0x1234);
}
K p2_some(int n) {
  if (threadIdx.x % 3 == 1) printf("thread %d\n", (int)threadIdx.x);
  if (n > 5) printf("%s\n", n == 6 ? "six" : "more");
}
K p3_assert(int n) {
  assert(n + (int)threadIdx.x < 5);
}
K p4_memory(int* o, int n) {
  int* p = (int*)malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) p[i] = i + threadIdx.x;
  int s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  free(p);
  o[threadIdx.x] = s;
}
K p5_trap(int n) {
  if (n == 3) __trap();
}
