// https://github.com/tile-ai/tilelang/pull/1905 a launch with attributes: clusters and programmatic order
#include <cuda_runtime.h>
__global__ void step(float* p) { p[threadIdx.x] += 1; }
void run(float* p, cudaStream_t s) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(8), config.blockDim = dim3(64), config.stream = s;
    cudaLaunchAttribute a[2];
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = 2, a[0].val.clusterDim.y = 1, a[0].val.clusterDim.z = 1;
    a[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    a[1].val.programmaticStreamSerializationAllowed = 1;
    config.attrs = a, config.numAttrs = 2;
    cudaLaunchKernelEx(&config, step, p);
}
