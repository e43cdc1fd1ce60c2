#include "scale.cuh"

__device__ float factor = 0.5f;
__device__ float scaled(float value) { return factor * value + 1; }
