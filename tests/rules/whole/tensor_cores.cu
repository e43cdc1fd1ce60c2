// mma.sync m16n8k16 with ldmatrix, as in hand-written attention kernels.
#include <cstdint>
#include <cstdio>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define LDMATRIX_X4(R0, R1, R2, R3, addr)                                                          \
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];\n"                \
               : "=r"(R0), "=r"(R1), "=r"(R2), "=r"(R3)                                            \
               : "r"(addr))
#define LDMATRIX_X2(R0, R1, addr)                                                                  \
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];\n"                        \
               : "=r"(R0), "=r"(R1)                                                                \
               : "r"(addr))
#define HMMA16816(RD0, RD1, RD2, RD3, RA0, RA1, RA2, RA3, RB0, RB1)                                \
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, " \
               "%7}, {%8, %9}, {%0, %1, %2, %3};\n"                                                \
               : "+f"(RD0), "+f"(RD1), "+f"(RD2), "+f"(RD3)                                        \
               : "r"(RA0), "r"(RA1), "r"(RA2), "r"(RA3), "r"(RB0), "r"(RB1))
__global__ void mma(const half *A, const half *B, float *C) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  __shared__ __align__(16) half sA[16][16], sB[8][16];
  const int lane = threadIdx.x & 31;
  for (int i = threadIdx.x; i < 256; i += 32)
    sA[i / 16][i % 16] = A[i];
  for (int i = threadIdx.x; i < 128; i += 32)
    sB[i / 16][i % 16] = B[i];
  __syncthreads();
  uint32_t a[4], b[2];
  float c[4] = {0, 0, 0, 0};
  uint32_t pa = __cvta_generic_to_shared(&sA[lane % 16][(lane / 16) * 8]);
  uint32_t pb = __cvta_generic_to_shared(&sB[lane % 8][((lane / 8) % 2) * 8]);
  LDMATRIX_X4(a[0], a[1], a[2], a[3], pa);
  LDMATRIX_X2(b[0], b[1], pb);
  HMMA16816(c[0], c[1], c[2], c[3], a[0], a[1], a[2], a[3], b[0], b[1]);
  const int r = lane / 4, col = (lane % 4) * 2;
  C[r * 8 + col] = c[0];
  C[r * 8 + col + 1] = c[1];
  C[(r + 8) * 8 + col] = c[2];
  C[(r + 8) * 8 + col + 1] = c[3];
#endif
}
int main() {
  half a[256], b[128];
  float c[128];
  half *da, *db;
  float *dc;
  for (int i = 0; i < 256; i++)
    a[i] = __float2half((i % 7) - 3.f);
  for (int i = 0; i < 128; i++)
    b[i] = __float2half((i % 5) - 2.f);
  cudaMalloc(&da, sizeof a);
  cudaMalloc(&db, sizeof b);
  cudaMalloc(&dc, sizeof c);
  cudaMemcpy(da, a, sizeof a, cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof b, cudaMemcpyHostToDevice);
  mma<<<1, 32>>>(da, db, dc);
  cudaMemcpy(c, dc, sizeof c, cudaMemcpyDeviceToHost);
  int bad = 0;
  for (int i = 0; i < 16; i++)
    for (int j = 0; j < 8; j++) {
      float s = 0;
      for (int k = 0; k < 16; k++)
        s += __half2float(a[i * 16 + k]) * __half2float(b[j * 16 + k]);
      bad += s != c[i * 8 + j];
    }
  printf("mma bad %d\n", bad);
  return bad;
}
