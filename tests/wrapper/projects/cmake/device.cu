#include "twice.cuh"
__device__ int twice(int x) { return 2 * x; }
