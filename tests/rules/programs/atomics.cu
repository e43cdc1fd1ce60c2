// Atomic operations on 16-bit numbers and of other scopes; the sums are exact in any order.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <cstdio>

__global__ void add(__half *h, __half2 *h2, __nv_bfloat16 *b, __nv_bfloat162 *b2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(h + i % 5, __float2half(1.0f));
  atomicAdd(&h2[i % 3], __floats2half2_rn(0.5f, -1.0f));
  atomicAdd(b + 1 + i % 4, __float2bfloat16(2.0f));
  __nv_bfloat162 both = __halves2bfloat162(__float2bfloat16(1.0f), __float2bfloat16(-0.5f));
  atomicAdd(b2 + i % 2, both);
  if (i == 0)
    atomicAdd(h + 7, __float2half(4.0f));
}

// Each thread takes the next number: a counter that is kept by compare-and-swap.
__global__ void count(unsigned short *counters, unsigned *seen) {
  unsigned short *mine = counters + threadIdx.x % 3;
  unsigned short old = *mine, assumed;
  do {
    assumed = old;
    old = atomicCAS(mine, assumed, (unsigned short)(assumed + 1));
  } while (assumed != old);
  atomicAdd(seen + threadIdx.x % 3, (unsigned)old);
}

__global__ void returned(__half2 *p, float *o) {
  __half2 before = atomicAdd(p, __floats2half2_rn(1.0f, 2.0f));
  o[0] = __low2float(before), o[1] = __high2float(before);
}

// Counters that wrap, of the whole system and of one block.
__global__ void wrap(unsigned *w) {
  atomicInc_system(w, 16);
  atomicDec_system(w + 1, 16);
  atomicInc_block(w + 2 + blockIdx.x, 6);
  atomicDec_block(w + 5 + blockIdx.x, 6);
  atomicAdd_block(w + 8 + blockIdx.x, threadIdx.x);
  atomicMax_block((int *)w + 11 + blockIdx.x, (int)threadIdx.x);
}

int main() {
  char *d;
  cudaMalloc(&d, 1024);
  cudaMemset(d, 0, 1024);
  add<<<4, 60>>>((__half *)d, (__half2 *)(d + 64), (__nv_bfloat16 *)(d + 128), (__nv_bfloat162 *)(d + 192));
  count<<<2, 96>>>((unsigned short *)(d + 256), (unsigned *)(d + 320));
  returned<<<1, 1>>>((__half2 *)(d + 64), (float *)(d + 384));
  wrap<<<3, 50>>>((unsigned *)(d + 448));
  unsigned words[128];
  cudaMemcpy(words, d, sizeof words, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 128; ++i)
    if (words[i])
      printf("%d 0x%x\n", i, words[i]);
}
