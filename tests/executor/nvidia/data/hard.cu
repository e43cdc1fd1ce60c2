#include <mma.h>
#include <cuda_pipeline.h>
using namespace nvcuda;
#define K extern "C" __global__ void
K h1_wmma(const half* a, const half* b, float* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> A;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> B;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> C;
  wmma::fill_fragment(C, 0.f);
  __shared__ half s[512];
  for (int i = threadIdx.x; i < 256; i += 32) {
    s[i] = a[i];
    s[256 + i] = b[i];
  }
  __syncwarp();
  wmma::load_matrix_sync(A, s, 16);
  wmma::load_matrix_sync(B, s + 256, 16);
  wmma::mma_sync(C, A, B, C);
  wmma::store_matrix_sync(c, C, 16, wmma::mem_row_major);
}
K h2_async(const int4* a, int4* o) {
  __shared__ int4 s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &a[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
K h3_tex(cudaTextureObject_t t, float* o) {
  o[threadIdx.x] = tex2D<float>(t, threadIdx.x * .5f, 1.f) + tex1Dfetch<float>(t, threadIdx.x);
}
K h4_printf(int x) {
  if (threadIdx.x == 0) printf("%d\n", x);
}
typedef int (*fp)(int);
__device__ int f1(int x) { return x + 1; }
__device__ int f2(int x) { return x * 3; }
__device__ fp tab[2] = {f1, f2};
K h5_fptr(int* o, int k) { o[threadIdx.x] = tab[(threadIdx.x + k) & 1](threadIdx.x); }
K h6_sleep(volatile int* f, int* o) {
  while (*f == 0) __nanosleep(100);
  __threadfence();
  o[0] = *f;
}
__device__ int rec(int n) { return n < 2 ? 1 : rec(n - 1) + rec(n - 2) * 2; }
K h7_rec(int* o) { o[threadIdx.x] = rec(threadIdx.x & 7); }
K h8_imma(const signed char* a, const signed char* b, int* c) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> A;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> B;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> C;
  wmma::fill_fragment(C, 0);
  wmma::load_matrix_sync(A, a, 16);
  wmma::load_matrix_sync(B, b, 16);
  wmma::mma_sync(C, A, B, C);
  wmma::store_matrix_sync(c, C, 16, wmma::mem_row_major);
}
K h9_barrier(int* o) {
  int i = threadIdx.x;
  __shared__ int s[128];
  s[i] = i;
  if (i < 64)
    asm volatile("bar.sync 1, 64;");
  else
    asm volatile("bar.sync 2, 64;");
  o[i] = s[i ^ 1];
}
