// Where pointers lead, copies that nobody waits for, and tangents of halves.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void places(const int *in, int *o) {
  __shared__ int tile[4];
  int own[4];
  for (int i = 0; i < 4; ++i)
    own[i] = in[i], tile[i] = in[i];
  o[0] = __isShared(tile) != 0, o[1] = __isGlobal(in) != 0, o[2] = __isLocal(own) != 0;
  o[3] = __isShared(in) != 0, o[4] = __isGlobal(tile) != 0, o[5] = __isLocal(in) != 0;
  size_t place = __cvta_generic_to_shared(tile + 2);
  o[6] = *(int *)__cvta_shared_to_generic(place) + own[in[0]];
  o[7] = (int)(place - __cvta_generic_to_shared(tile));
  o[8] = *(int *)__cvta_global_to_generic(__cvta_generic_to_global(in + 3));
}

__global__ void copies(const int *in, int *o) {
  __shared__ int tile[64];
  __shared__ __align__(16) int wide[8];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int));
  __pipeline_commit();
  if (threadIdx.x == 0)
    __pipeline_memcpy_async(wide, in, 16, 8);
  else if (threadIdx.x == 1)
    __pipeline_memcpy_async(wide + 4, in + 4, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  o[threadIdx.x] = tile[63 - threadIdx.x];
  if (threadIdx.x < 8)
    o[64 + threadIdx.x] = wide[threadIdx.x];
}

__global__ void tangents(float *o) {
  const float x = 0.25f * (threadIdx.x - 8.0f);
  float *own = o + 8 * threadIdx.x;
  own[0] = __half2float(htanh(__float2half(x)));
  own[1] = __half2float(htanh_approx(__float2half(x)));
  own[2] = __low2float(h2tanh(__floats2half2_rn(x, 1.0f)));
  own[3] = __high2float(h2tanh_approx(__floats2half2_rn(1.0f, x)));
  own[4] = __bfloat162float(htanh(__float2bfloat16(x)));
  own[5] = __high2float(h2tanh(__floats2bfloat162_rn(1.0f, x)));
}

int main() {
  int numbers[64], results[80] = {};
  for (int i = 0; i < 64; ++i)
    numbers[i] = 3 * i + 1;
  int *in, *o;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&o, 1024);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  places<<<1, 1>>>(in, o);
  cudaMemcpy(results, o, 9 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 9; ++i)
    printf("%d ", results[i]);
  copies<<<1, 64>>>(in, o);
  cudaMemcpy(results, o, 72 * sizeof(int), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 72; ++i)
    printf("%d%c", results[i], i % 24 == 23 ? '\n' : ' ');
  float tanh[17 * 8] = {};
  tangents<<<1, 17>>>((float *)o);
  cudaMemcpy(tanh, o, sizeof tanh, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 17 * 8; ++i)
    if (i % 8 < 6)
      printf("%.2f%c", tanh[i], i % 8 == 5 ? '\n' : ' ');
}
