#pragma once
#include <cuda_runtime.h>
__device__ int twice(int);
int more(); int of_shared(); int devices();
