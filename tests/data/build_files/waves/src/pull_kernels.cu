#include <cuda_runtime.h>
#include "waves.h"
__device__ float pull(float left, float mid, float right) { return mid + 0.25f * (left - 2 * mid + right); }
