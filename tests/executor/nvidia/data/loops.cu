// Loops whose lanes leave at different times, in shapes that LLVM has compiled wrongly for AMD.

__device__ float4 in_order(float4 v) {
  float a = v.x > v.y ? v.y : v.x, b = v.y > v.x ? v.y : v.x;
  float c = v.z > v.w ? v.w : v.z, d = v.w > v.z ? v.w : v.z;
  float low = a > c ? c : a, left = b > d ? d : b;
  float right = c > a ? c : a, high = d > b ? d : b;
  return make_float4(low, left > right ? right : left, right > left ? right : left, high);
}

__device__ float4 lowest(float4 a, float4 b) {
  return make_float4(a.x < b.w ? a.x : b.w, a.y < b.z ? a.y : b.z, a.z < b.y ? a.z : b.y, a.w < b.x ? a.w : b.x);
}

__device__ float4 highest(float4 a, float4 b) {
  return make_float4(a.w >= b.x ? a.w : b.x, a.z >= b.y ? a.z : b.y, a.y >= b.z ? a.y : b.z, a.x >= b.w ? a.x : b.w);
}

// Each thread merges two neighbouring sorted runs of `half` groups of four; `ends` says where the values of a part end.
extern "C" __global__ void l01_merge(const float4 *in, float4 *out, const int *ends, int part, int half, int all) {
  int id = blockIdx.x * blockDim.x + threadIdx.x, which = id / part;
  int first = ends[which] + (id - which * part) * half * 2, second = first + half;
  float4 *to = &out[first];
  if (first >= ends[which + 1])
    return;
  if (second >= ends[which + 1]) {
    for (int i = 0; i < ends[which + 1] - first; i++)
      to[i] = in[first + i];
    return;
  }
  int left = 0, right = 0, written = 0;
  float4 a = in[first], b = in[second];
  while (true) {
    float4 next_left = in[first + left + 1];
    float4 next_right = second + right + 1 >= all ? make_float4(0, 0, 0, 0) : in[second + right + 1];
    float4 low = lowest(a, b), high = highest(a, b);
    a = in_order(low);
    b = in_order(high);
    to[written++] = a;
    bool more_left = left + 1 < half;
    bool more_right = right + 1 < half && second + right + 1 < ends[which + 1];
    if (more_left) {
      if (more_right) {
        if (next_left.x < next_right.x) {
          left += 1;
          a = next_left;
        } else {
          right += 1;
          a = next_right;
        }
      } else {
        left += 1;
        a = next_left;
      }
    } else if (more_right) {
      right += 1;
      a = next_right;
    } else {
      break;
    }
  }
  to[written++] = b;
}
