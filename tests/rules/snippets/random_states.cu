// https://github.com/ROCm/rocRAND/issues/52 states of cuRAND's device functions and pairs of normal numbers
#include <curand_kernel.h>
__global__ void walk(float2* o, curandState* states, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
    curandState local = states[i];
    curandStatePhilox4_32_10_t philox;
    curand_init(seed, i, 0, &philox);
    float4 four = curand_normal4(&philox);
    o[i] = curand_normal2(&local);
    o[i].x += four.w * curand_uniform(&local) + (curand(&local) & 1);
    skipahead(4ULL, &local);
    states[i] = local;
}
