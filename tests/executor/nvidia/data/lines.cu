// A kernel whose lines are asked for, and one before it.
__global__ void first(int* p) { p[threadIdx.x] = 1; }
__device__ int twice(int x) {
  return 2 * x;
}
__global__ void second(int* p) {
  int x = p[threadIdx.x];
  p[threadIdx.x] = twice(x);
}
