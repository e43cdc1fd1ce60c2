#include <cstdio>
#include <cuda_runtime.h>

#include "scale.cuh"

__global__ void scale(float* values) { values[threadIdx.x] = scaled(values[threadIdx.x]) + factor; }

int main() {
    float values[4] = {0, 1, 2, 3}, *device;
    cudaMalloc(&device, sizeof values);
    cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
    scale<<<1, 4>>>(device);
    cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
    printf("scaled %g %g %g %g\n", values[0], values[1], values[2], values[3]);
    return 0;
}
