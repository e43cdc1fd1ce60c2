// The kernels of suite.hip that PoCL is compared on: the same work, written as OpenCL.
#define BLOCK 256
#define TILE 16
#define SIDE 256

kernel void vadd(global const float *a, global const float *b, global float *c) {
  int i = get_global_id(0);
  c[i] = a[i] + b[i];
}

kernel void lds_sum(global const float *a, global const float *b, global float *c) {
  local float part[BLOCK];
  int t = get_local_id(0);
  part[t] = a[get_group_id(0) * BLOCK + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = BLOCK / 2; step; step /= 2) {
    if (t < step)
      part[t] += part[t + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0)
    c[get_group_id(0)] = part[0];
}

kernel void matmul(global const float *a, global const float *b, global float *c) {
  local float left[TILE][TILE], right[TILE][TILE];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < SIDE; k += TILE) {
    left[ty][tx] = a[y * SIDE + k + tx];
    right[ty][tx] = b[(k + ty) * SIDE + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < TILE; ++j)
      sum += left[ty][j] * right[j][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * SIDE + x] = sum;
}
