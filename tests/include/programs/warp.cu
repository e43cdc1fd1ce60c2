// Every line is worked out by hand in test_headers.py; lanes hold their own number unless said
// otherwise.
#include <cstdio>

__global__ void warp(int *out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  const int down = __shfl_down_sync(all, lane, 1), up = __shfl_up_sync(all, lane, 1);
  const int turned = __shfl_xor_sync(all, lane, 2);
  const int first = __shfl_sync(all, lane, 33), again = __shfl_sync(all, lane, 1);
  const int segment = __shfl_sync(all, lane, 1, 8), last = __shfl_down_sync(all, lane, 1, 8);
  const unsigned even = __ballot_sync(all, lane % 2 == 0);
  const int some = __any_sync(all, lane == 5), none = __any_sync(all, lane > 31);
  const int every = __all_sync(all, lane < 32), notall = __all_sync(all, lane < 31);
  const unsigned same = __match_any_sync(all, lane % 4);
  const unsigned sum = __reduce_add_sync(all, (unsigned)lane);
  const int low = __reduce_min_sync(all, lane), high = __reduce_max_sync(all, lane);
  const unsigned bits = __reduce_or_sync(all, (unsigned)(lane & 3));
  if (lane == 4)
    out[0] = down, out[3] = up, out[5] = turned;
  if (lane == 31)
    out[1] = down;
  if (lane == 0) {
    out[2] = up, out[6] = first, out[7] = again, out[10] = (int)even, out[11] = __popc(even);
    out[12] = some, out[13] = none, out[14] = every, out[15] = notall, out[16] = (int)same;
    out[18] = (int)sum, out[19] = low, out[20] = high, out[21] = (int)bits;
  }
  if (lane == 1)
    out[17] = (int)same;
  if (lane == 9)
    out[8] = segment;
  if (lane == 7)
    out[9] = last;
  if (lane == 15)
    out[22] = last;
  if (lane == 2)
    out[23] = turned;
  if (lane == 6)
    out[4] = turned;
}

int main() {
  int *device, o[24];
  cudaMalloc(&device, sizeof o);
  warp<<<1, 32>>>(device);
  cudaMemcpy(o, device, sizeof o, cudaMemcpyDeviceToHost);
  printf("down %d %d\nup %d %d\n", o[0], o[1], o[2], o[3]);
  printf("xor %d %d\nindex %d %d %d\n", o[4], o[5], o[6], o[7], o[8]);
  printf("segment %d %d\nballot %x %d\n", o[9], o[22], (unsigned)o[10], o[11]);
  printf("any %d %d all %d %d\nmatch %x %x\n", o[12], o[13], o[14], o[15], (unsigned)o[16],
         (unsigned)o[17]);
  printf("reduce %d %d %d %d\n", o[18], o[19], o[20], o[21]);
}
