// Threads of a warp and of a block, control flow, calls, and products of matrices.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/barrier>
#include <mma.h>

#include "suite.h"
namespace cg = cooperative_groups;

#define WARP (threadIdx.x / 32)
#define LANE (threadIdx.x % 32)
#define ALL_LANES 0xffffffffu

KERNEL(t_shuffles) {
  ROW;
  PUT(0, __shfl_sync(ALL_LANES, v.x, v.y & 31), __shfl_up_sync(ALL_LANES, v.x, 3), __shfl_down_sync(ALL_LANES, v.x, 5), __shfl_xor_sync(ALL_LANES, v.x, 19));
  PUT(1, __shfl_sync(ALL_LANES, v.y, LANE + 3, 16), __shfl_up_sync(ALL_LANES, v.y, 1, 8), __shfl_down_sync(ALL_LANES, v.y, 2, 4), __shfl_xor_sync(ALL_LANES, v.y, 9, 8));
  PUT2(2, __shfl_sync(ALL_LANES, word64(v.x, v.z), 7), __shfl_xor_sync(ALL_LANES, word64(v.y, v.w), 1));
  PUT(3, __shfl_up_sync(ALL_LANES, v.z, v.w & 31), bits(__shfl_down_sync(ALL_LANES, (float)v.w, 1, 2)), __shfl_sync(ALL_LANES, v.w, -1), __shfl_xor_sync(ALL_LANES, v.z, 31, 2));
}
KERNEL(t_shuffles_that_tell) {
  ROW;
#define TOLD(mode, lane, clamp) ({ unsigned r_, p_; asm volatile("{.reg .pred p;shfl.sync." mode ".b32 %0|p,%2,%3,%4,-1;selp.u32 %1,1,0,p;}" : "=r"(r_), "=r"(p_) : "r"(v.x), "r"(lane), "r"(clamp)); r_ * 2 + p_; })
  PUT(0, TOLD("idx", v.y & 31, 0x1f), TOLD("up", v.y & 31, 0), TOLD("down", v.y & 31, 0x1f), TOLD("bfly", v.y & 31, 0x1f));
  PUT(1, TOLD("idx", v.z & 31, 0x1807), TOLD("up", 2, 0x1c00), TOLD("down", 3, 0x181f), TOLD("bfly", 5, 0x1803));
}
KERNEL(t_partial_shuffles) {
  ROW;
  unsigned r = 0, s = 0;
  if (LANE < 11) {
    r = __shfl_sync(0x7ff, v.x, (LANE + 1) % 11);
    for (int d = 8; d; d >>= 1) {
      unsigned t = __shfl_down_sync(0x7ff, v.y, d);
      if (LANE + d < 11) v.y += t;
    }
    s = __shfl_sync(0x7ff, v.y, 0);
  } else if (LANE & 1) {
    unsigned mask = 0xaaaaaaaa & ~0x7ff;
    r = __shfl_sync(mask, v.z, 31), s = __reduce_add_sync(mask, v.w & 0xff);
  } else {
    s = __ballot_sync(0x55555555 & ~0x7ff, v.w & 4);
  }
  PUT(0, r, s, 0, 0);
}
KERNEL(t_votes) {
  ROW;
  bool p = v.x & 3, q = (int)v.y < 0, same = v.z | 1;
  PUT(0, __ballot_sync(ALL_LANES, p), __all_sync(ALL_LANES, p), __any_sync(ALL_LANES, q), __uni_sync(ALL_LANES, q));
  PUT(1, __all_sync(ALL_LANES, same), __uni_sync(ALL_LANES, same), __popc(__ballot_sync(ALL_LANES, q)), __ballot_sync(ALL_LANES, v.w & 1) & (1u << LANE));
  unsigned mine = LANE < 20 ? __ballot_sync(0xfffff, q) : __ballot_sync(0xfff00000, p);
  __syncwarp();
  PUT(2, mine, __activemask(), __any_sync(ALL_LANES, false), 0);
}
KERNEL(t_matches) {
  ROW;
  int p, q;
  unsigned a = __match_any_sync(ALL_LANES, v.x & 3), b = __match_any_sync(ALL_LANES, word64(v.y & 1, v.z & 1));
  unsigned c = __match_all_sync(ALL_LANES, v.x & 1, &p), d = __match_all_sync(ALL_LANES, word64(blockIdx.x, 7), &q);
  PUT(0, a, b, c, d);
  PUT(1, p, q, LANE < 9 ? __match_any_sync(0x1ff, v.w & 1) : 0, 0);
}
KERNEL(t_reductions) {
  ROW;
  PUT(0, __reduce_add_sync(ALL_LANES, v.x), __reduce_min_sync(ALL_LANES, v.x), __reduce_max_sync(ALL_LANES, v.y), (unsigned)__reduce_min_sync(ALL_LANES, (int)v.z));
  PUT(1, (unsigned)__reduce_max_sync(ALL_LANES, (int)v.w), __reduce_and_sync(ALL_LANES, v.x | 0xffff), __reduce_or_sync(ALL_LANES, v.y & 0xff), __reduce_xor_sync(ALL_LANES, v.z));
  unsigned part = 0, odd = __ballot_sync(ALL_LANES, v.x & 1);
  if (v.x & 1) part = __reduce_max_sync(odd, v.y) + (unsigned)__reduce_add_sync(odd, -3);
  PUT(2, part, 0, 0, 0);
}
KERNEL(t_elected_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  unsigned leader, is;
  asm volatile("{.reg .pred p;elect.sync %0|p,%2;selp.u32 %1,1,0,p;}" : "=r"(leader), "=r"(is) : "r"(ALL_LANES));
  PUT(0, leader, is, v.x, 0);
#endif
}
KERNEL(t_lane_masks) {
  ROW;
  unsigned r[5];
  asm volatile("mov.u32 %0,%%lanemask_eq;mov.u32 %1,%%lanemask_lt;mov.u32 %2,%%lanemask_le;mov.u32 %3,%%lanemask_gt;mov.u32 %4,%%lanemask_ge;" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]), "=r"(r[4]));
  PUT(0, r[0], r[1], r[2], r[3] + (v.x & 0));
  PUT(1, r[4], 0, 0, 0);
}
#define SPECIAL(name) ({ unsigned r_; asm volatile("mov.u32 %0,%%" name ";" : "=r"(r_)); r_; })
KERNEL(t_special_registers) {
  ROW;
  PUT(0, SPECIAL("tid.x") | SPECIAL("tid.y") << 8 | SPECIAL("tid.z") << 16, SPECIAL("ntid.x") | SPECIAL("ntid.y") << 8 | SPECIAL("ntid.z") << 16, SPECIAL("ctaid.x") | SPECIAL("ctaid.y") << 8 | SPECIAL("ctaid.z") << 16, SPECIAL("nctaid.x") | SPECIAL("nctaid.y") << 8 | SPECIAL("nctaid.z") << 16);
  PUT(1, SPECIAL("laneid"), SPECIAL("warpid") < SPECIAL("nwarpid"), SPECIAL("smid") < SPECIAL("nsmid"), warpSize + (v.x & 0));
  PUT(2, SPECIAL("dynamic_smem_size"), 0, 0, 0);
}
KERNEL(t_clocks) {
  ROW;
  u64 a = clock64(), x = v.x;
  unsigned low = clock();
  for (int k = 0; k < 10; k++) x = x * 3 + 1;
  u64 g = 0, h;
  asm volatile("mov.u64 %0,%%globaltimer;" : "=l"(g)::"memory");
  __nanosleep(20);
  asm volatile("mov.u64 %0,%%globaltimer;" : "=l"(h)::"memory");
  u64 b = clock64();
  PUT(0, b >= a, h >= g, (unsigned)x, low == 0 && clock() == 0);
}
KERNEL(t_barriers_with_results) {
  ROW;
  PUT(0, __syncthreads_count(v.x & 1), __syncthreads_and((int)v.x > -2000000000), __syncthreads_or(v.y == 1), __syncthreads_or(v.z & 1));
  unsigned r, s;
  asm volatile("{.reg .pred p,q;setp.lt.s32 p,%2,0;bar.red.popc.u32 %0,3,64,p;bar.red.or.pred q,4,p;selp.u32 %1,1,0,q;}" : "=r"(r), "=r"(s) : "r"(v.w) : "memory");
  PUT(1, r, s, 0, 0);
}
KERNEL(t_named_barriers) {
  __shared__ unsigned s[64];
  ROW;
  s[threadIdx.x] = 0;
  __syncthreads();
  if (WARP == 0) {
    s[threadIdx.x] = v.x;
    asm volatile("bar.arrive 1, 64;" ::: "memory");
    asm volatile("bar.sync 2, 64;" ::: "memory");
    PUT(0, s[threadIdx.x + 32], 0, 0, 0);
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    unsigned r = s[threadIdx.x - 32];
    s[threadIdx.x] = v.y + r;
    asm volatile("bar.arrive 2, 64;" ::: "memory");
    PUT(0, r, 1, 0, 0);
  }
  int which = 5 + WARP;
  asm volatile("barrier.cta.sync %0, 32;" ::"r"(which) : "memory");
  PUT(1, s[threadIdx.x ^ 1], 0, 0, 0);
}
KERNEL(t_memory_barrier_80) {
  __shared__ __align__(8) u64 bar;
  __shared__ unsigned s[64];
  ROW;
  unsigned at = (unsigned)__cvta_generic_to_shared(&bar), done = 0;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0],64;" ::"r"(at) : "memory");
  __syncthreads();
  s[threadIdx.x] = v.x;
  u64 state;
  asm volatile("mbarrier.arrive.shared.b64 %0,[%1];" : "=l"(state) : "r"(at) : "memory");
  while (!done) asm volatile("{.reg .pred p;mbarrier.test_wait.shared.b64 p,[%1],%2;selp.u32 %0,1,0,p;}" : "=r"(done) : "r"(at), "l"(state) : "memory");
  PUT(0, s[63 - threadIdx.x], 0, 0, 0);
}
KERNEL(t_warp_synchronous) {
  __shared__ unsigned s[64];
  ROW;
  s[threadIdx.x] = v.x;
  __syncwarp();
  for (int d = 16; d; d >>= 1) {
    unsigned t = LANE < d ? s[threadIdx.x + d] : 0;
    __syncwarp();
    if (LANE < d) s[threadIdx.x] ^= t * 3;
    __syncwarp();
  }
  if (LANE < 8) {
    s[threadIdx.x] += v.y;
    __syncwarp(0xff);
    v.z += s[threadIdx.x ^ 1];
  }
  PUT(0, s[32 * WARP], v.z, 0, 0);
}
KERNEL(t_lock_in_a_warp) {  // since Volta threads of a warp may wait for each other
  __shared__ unsigned lock, sum, order;
  ROW;
  if (threadIdx.x == 0) lock = 0, sum = 0, order = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence_block();
      *(volatile unsigned *)&sum = *(volatile unsigned *)&sum + v.x;
      *(volatile unsigned *)&order = *(volatile unsigned *)&order + 1;
      __threadfence_block();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  __syncthreads();
  PUT(0, sum, order, 0, 0);
}
KERNEL(t_tiles) {
  ROW;
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  auto warp = cg::tiled_partition<32>(block);
  PUT(0, cg::reduce(tile, v.x, cg::plus<unsigned>()), cg::reduce(warp, v.y, cg::greater<unsigned>()), cg::exclusive_scan(tile, v.z), tile.shfl_xor(v.w, 5));
  PUT(1, tile.any(v.x & 1), tile.ballot(v.y & 1), tile.match_any(v.z & 1), tile.meta_group_rank() * 100 + tile.thread_rank());
  auto some = cg::coalesced_threads();
  PUT(2, some.size(), some.thread_rank(), cg::labeled_partition(warp, v.w & 3).size(), 0);
}
KERNEL(t_scan) {
  __shared__ unsigned s[2];
  ROW;
  unsigned sum = v.x;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    unsigned t = __shfl_up_sync(ALL_LANES, sum, d);
    if (LANE >= d) sum += t;
  }
  if (LANE == 31) s[WARP] = sum;
  __syncthreads();
  PUT(0, sum + (WARP ? s[0] : 0), s[0] + s[1], 0, 0);
}
KERNEL(t_sorted) {
  __shared__ unsigned s[64];
  ROW;
  s[threadIdx.x] = v.x;
  for (unsigned size = 2; size <= 64; size *= 2)
    for (unsigned step = size / 2; step; step /= 2) {
      __syncthreads();
      unsigned other = threadIdx.x ^ step;
      if (other > threadIdx.x) {
        unsigned a = s[threadIdx.x], b = s[other];
        if ((a > b) == ((threadIdx.x & size) == 0)) s[threadIdx.x] = b, s[other] = a;
      }
    }
  __syncthreads();
  PUT(0, s[threadIdx.x], 0, 0, 0);
}
KERNEL(t_radix_ranks) {
  __shared__ unsigned counts[2][16];
  ROW;
  unsigned digit = v.x & 15, peers = __match_any_sync(ALL_LANES, digit), below;
  asm("mov.u32 %0,%%lanemask_lt;" : "=r"(below));
  unsigned rank = __popc(peers & below);
  if (LANE < 16) counts[WARP][LANE] = 0;
  __syncthreads();
  if (rank == 0) counts[WARP][digit] = __popc(peers);
  __syncthreads();
  unsigned before = WARP ? counts[0][digit] : 0;
  for (unsigned d = 0; d < digit; d++) before += counts[0][d] + counts[1][d];
  PUT(0, before + rank, peers, 0, 0);
}
KERNEL(t_last_block) {
  __shared__ bool last;
  __device__ static unsigned arrived;
  ROW;
  out[128 + i] = v;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&arrived, 1) == 1;
  __syncthreads();
  if (last) {
    volatile unsigned *w = (volatile unsigned *)(out + 128);
    unsigned sum = 0;
    for (int k = 0; k < 8; k++) sum += w[threadIdx.x * 8 + k];
    out[threadIdx.x] = make_uint4(sum, 0, 0, 0);
  }
}

// Control flow and calls.
KERNEL(c_jump_table) {
  ROW;
  unsigned r = v.y;
  for (unsigned k = 0; k < 3; k++) {
    switch ((v.x >> 4 * k) & 15) {
      case 0: r += out[512 + i].x + 3; break;
      case 1: r = __brev(r); break;
      case 2: r ^= v.z; [[fallthrough]];
      case 3: r *= 7; break;
      case 4: r = r / 5 + 1; break;
      case 5: r = __popc(r); break;
      case 6: out[128 + i].x = r; r = 9; break;
      case 7: for (unsigned j = 0; j < (r & 7); j++) r += j; break;
      case 8: r = r > v.w ? r - v.w : v.w; break;
      case 9: r <<= v.z & 31; break;
      case 10: r = ~r; break;
      default: r -= 11;
    }
  }
  PUT(0, r, 0, 0, 0);
}
__device__ __noinline__ unsigned twice(unsigned x) { return x * 2 + 1; }
__device__ __noinline__ unsigned squared(unsigned x) { return x * x ^ twice(x); }
__device__ __noinline__ unsigned halved(unsigned x) { return x / 2 - 7; }
typedef unsigned (*Function)(unsigned);
__device__ Function functions[3] = {twice, squared, halved};
KERNEL(c_by_address) {
  ROW;
  unsigned r = v.y;
  for (unsigned k = 0; k < 3; k++) r = functions[(v.x >> 8 * k & 0xff) % 3](r);
  PUT(0, r, functions[i % 3](v.z), 0, 0);
}
struct Shape {
  __device__ virtual unsigned area(unsigned k) const = 0;
};
struct Square : Shape {
  unsigned side;
  __device__ explicit Square(unsigned s) : side(s) {}
  __device__ unsigned area(unsigned k) const override { return side * side + k; }
};
struct Oblong : Shape {
  unsigned a, b;
  __device__ Oblong(unsigned x, unsigned y) : a(x), b(y) {}
  __device__ __noinline__ unsigned area(unsigned k) const override { return a * b - k; }
};
KERNEL(c_virtual) {
  ROW;
  Square s(v.x);
  Oblong o(v.y, v.z);
  const Shape *shapes[2] = {&s, &o};
  PUT(0, shapes[v.w & 1]->area(v.x & 7), shapes[i & 1]->area(1), 0, 0);
}
__device__ __noinline__ unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ __noinline__ unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
KERNEL(c_recursion) {
  ROW;
  PUT(0, fibonacci(v.x & 7), ackermann(v.y & 1, v.z & 3), 0, 0);
}
struct Big {
  unsigned words[12];
  double d;
};
__device__ __noinline__ Big turned(Big b, unsigned by) {
  Big r;
  for (int k = 0; k < 12; k++) r.words[k] = b.words[(k + by) % 12];
  r.d = b.d * 2.0;
  return r;
}
KERNEL(c_structs) {
  ROW;
  Big b;
  for (int k = 0; k < 12; k++) b.words[k] = v.x * k + v.y;
  b.d = (double)(int)v.z;
  Big r = turned(b, v.w & 7);
  PUT(0, r.words[0], r.words[5] ^ r.words[11], (unsigned)(int)(r.d * 0.25), r.words[v.x % 12]);
}
__device__ __noinline__ void many(unsigned a, u64 b, float c, unsigned *d, short e, char f, double g, uint4 h, unsigned *o) {
  o[0] = a + (unsigned)b + *d;
  o[1] = (unsigned)(c * 4.0f) + e;
  o[2] = f + (unsigned)(int)g;
  o[3] = h.x ^ h.w;
  *d = 5;
}
KERNEL(c_arguments) {
  ROW;
  unsigned local = v.w, r[4];
  many(v.x, word64(v.y, v.z), (float)(v.x & 255), &local, (short)v.y, (char)v.z, (double)(short)v.w, v, r);
  PUT(0, r[0] + local, r[1], r[2], r[3]);
}
KERNEL(c_loops) {
  ROW;
  unsigned r = 0, steps = 0, x = v.x & 0xfff;
  while (x > 1 && steps < 200) {
    if (x & 1) x = 3 * x + 1;
    else x >>= 1;
    if (x == 64) break;
    if (x % 5 == 0) {
      r += x;
      steps += 2;
      continue;
    }
    steps++;
  }
  for (unsigned a = 0; a < (v.y & 7); a++)
    for (unsigned b = a; b < (v.z & 7); b++) {
      if (a * b == 6) goto out_of_both;
      r += a ^ b;
    }
out_of_both:
  PUT(0, r, steps, x, 0);
}
KERNEL(c_jumps_into_loops) {  // a loop with two entries
  ROW;
  unsigned r = v.x & 0xff, k = 0;
  if (v.y & 1) goto middle;
top:
  r = r * 3 + 1;
middle:
  r ^= v.z + k;
  if (++k < (v.w & 7) + 1) goto top;
  PUT(0, r, k, 0, 0);
}
KERNEL(c_early_ends) {
  ROW;
  PUT(0, 1, 0, 0, 0);
  if (v.x & 1) return;
  unsigned alive = __activemask() != 0;
  if (v.y & 1) {
    PUT(1, alive, 2, 0, 0);
    return;
  }
  for (unsigned k = 0; k < (v.z & 15); k++)
    if (k * k > (v.w & 63)) {
      PUT(1, k, 3, 0, 0);
      return;
    }
  PUT(1, 5, 4, 0, 0);
}
KERNEL(c_collectives_in_branches) {
  ROW;
  unsigned r = 0;
  for (unsigned k = 0; k < 4; k++) {
    unsigned mine = __ballot_sync(ALL_LANES, v.x >> k & 1);
    if (v.x >> k & 1) r += __popc(mine) + __shfl_sync(mine, v.y, __ffs(mine) - 1);
    else r ^= __reduce_add_sync(~mine, v.z & 0xff);
    __syncwarp();
  }
  PUT(0, r, 0, 0, 0);
}
KERNEL(c_queens) {  // a stack of one's own
  ROW;
  unsigned found = 0, free_columns[8];
  int level = 0;
  free_columns[0] = v.x & 63;
  unsigned columns = 0, left = 0, right = 0;
  unsigned saved[8][3];
  while (level >= 0) {
    unsigned bits_left = free_columns[level];
    if (!bits_left || found > 20) {
      level--;
      if (level >= 0) columns = saved[level][0], left = saved[level][1], right = saved[level][2];
      continue;
    }
    unsigned bit = bits_left & -bits_left;
    free_columns[level] ^= bit;
    if (level == 4) {
      found++;
      continue;
    }
    saved[level][0] = columns, saved[level][1] = left, saved[level][2] = right;
    columns |= bit, left = (left | bit) << 1, right = (right | bit) >> 1;
    level++;
    free_columns[level] = 63 & ~(columns | left | right);
  }
  PUT(0, found, 0, 0, 0);
}

// Products of matrices; small whole numbers, so that the order of sums does not matter.
__device__ unsigned small_halves(unsigned x) {
  half2 h = __halves2half2(__int2half_rn((int)(x & 15) - 8), __int2half_rn((int)(x >> 4 & 15) - 8));
  return *(unsigned *)&h;
}
__device__ unsigned small_brains(unsigned x) {
  __nv_bfloat162 h = __halves2bfloat162(__int2bfloat16_rn((int)(x & 15) - 8), __int2bfloat16_rn((int)(x >> 4 & 15) - 8));
  return *(unsigned *)&h;
}
__device__ unsigned small_single(unsigned x) { return __float_as_uint((float)((int)(x & 31) - 16)); }
#define MMA4(op, A, B, q, a, b, c)                                                                                     \
  asm volatile("mma.sync.aligned." op " {%0,%1,%2,%3}," A "," B ",{%0,%1,%2,%3};" : "+" q(c[0]), "+" q(c[1]), "+" q(c[2]), "+" q(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))
#define A4 "{%4,%5,%6,%7}"
#define A2 "{%4,%5}"
#define A1 "{%4}"
#define B2 "{%8,%9}"
#define B1 "{%8}"
KERNEL(x_halves) {
  ROW;
  unsigned a[4] = {small_halves(v.x), small_halves(v.y), small_halves(v.z), small_halves(v.w)}, b[2] = {small_halves(v.x >> 9), small_halves(v.y >> 11)};
  float c[4] = {1, 2, 3, 4}, d[4] = {-1, 0, 1, 2};
  MMA4("m16n8k16.row.col.f32.f16.f16.f32", A4, B2, "f", a, b, c);
  MMA4("m16n8k8.row.col.f32.f16.f16.f32", A2, B1, "f", a, b, d);
  PUT(0, bits(c[0]), bits(c[1]), bits(c[2]), bits(c[3]));
  PUT(1, bits(d[0]), bits(d[1]), bits(d[2]), bits(d[3]));
  unsigned e[2] = {0x3c004000, 0x42004400}, f[2] = {0, 0x3c00};
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3,%4,%5},{%6,%7},{%0,%1};" : "+r"(e[0]), "+r"(e[1]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%0,%1},{%2,%3},{%4},{%0,%1};" : "+r"(f[0]), "+r"(f[1]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
  PUT(2, halves(e[0]), halves(e[1]), halves(f[0]), halves(f[1]));
}
KERNEL(x_brains) {
  ROW;
  unsigned a[4] = {small_brains(v.x), small_brains(v.y), small_brains(v.z), small_brains(v.w)}, b[2] = {small_brains(v.x >> 9), small_brains(v.y >> 11)};
  float c[4] = {1, 2, 3, 4}, d[4] = {-1, 0, 1, 2};
  MMA4("m16n8k16.row.col.f32.bf16.bf16.f32", A4, B2, "f", a, b, c);
  MMA4("m16n8k8.row.col.f32.bf16.bf16.f32", A2, B1, "f", a, b, d);
  PUT(0, bits(c[0]), bits(c[1]), bits(c[2]), bits(c[3]));
  PUT(1, bits(d[0]), bits(d[1]), bits(d[2]), bits(d[3]));
}
KERNEL(x_short_singles) {
  ROW;
  unsigned a[4] = {small_single(v.x), small_single(v.y), small_single(v.z), small_single(v.w)}, b[2] = {small_single(v.x >> 9), small_single(v.y >> 11)};
  float c[4] = {1, 2, 3, 4}, d[4] = {-1, 0, 1, 2};
  MMA4("m16n8k8.row.col.f32.tf32.tf32.f32", A4, B2, "f", a, b, c);
  MMA4("m16n8k4.row.col.f32.tf32.tf32.f32", A2, B1, "f", a, b, d);
  PUT(0, bits(c[0]), bits(c[1]), bits(c[2]), bits(c[3]));
  PUT(1, bits(d[0]), bits(d[1]), bits(d[2]), bits(d[3]));
}
#define INTEGERS(k, op, A, B)                                                                                          \
  {                                                                                                                    \
    unsigned a[4] = {v.x, v.y, v.z, v.w}, b[2] = {v.x * 5, v.y ^ v.w};                                                 \
    unsigned c[4] = {1, 2, v.z, v.w};                                                                                  \
    MMA4(op, A, B, "r", a, b, c);                                                                                      \
    PUT(k, c[0], c[1], c[2], c[3]);                                                                                    \
  }
KERNEL(x_bytes) {
  ROW;
  INTEGERS(0, "m16n8k32.row.col.s32.s8.s8.s32", A4, B2);
  INTEGERS(1, "m16n8k32.row.col.s32.u8.s8.s32", A4, B2);
  INTEGERS(2, "m16n8k16.row.col.s32.s8.u8.s32", A2, B1);
  INTEGERS(3, "m16n8k16.row.col.satfinite.s32.u8.u8.s32", A2, B1);
  INTEGERS(4, "m16n8k32.row.col.satfinite.s32.s8.s8.s32", A4, B2);
}
KERNEL(x_nibbles) {
  ROW;
  INTEGERS(0, "m16n8k64.row.col.s32.s4.s4.s32", A4, B2);
  INTEGERS(1, "m16n8k32.row.col.s32.u4.s4.s32", A2, B1);
  INTEGERS(2, "m16n8k64.row.col.satfinite.s32.u4.u4.s32", A4, B2);
}
KERNEL(x_single_bits) {
  ROW;
  INTEGERS(0, "m16n8k256.row.col.s32.b1.b1.s32.xor.popc", A4, B2);
  INTEGERS(1, "m16n8k128.row.col.s32.b1.b1.s32.and.popc", A2, B1);
}
KERNEL(x_small_shapes) {
  ROW;
  unsigned c[2] = {1, v.z}, d[2] = {2, v.w}, e[2] = {3, 4};
  asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.s8.u8.s32 {%0,%1},{%2},{%3},{%0,%1};" : "+r"(c[0]), "+r"(c[1]) : "r"(v.x), "r"(v.y));
  asm volatile("mma.sync.aligned.m8n8k32.row.col.s32.u4.s4.s32 {%0,%1},{%2},{%3},{%0,%1};" : "+r"(d[0]), "+r"(d[1]) : "r"(v.x), "r"(v.y));
  asm volatile("mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc {%0,%1},{%2},{%3},{%0,%1};" : "+r"(e[0]), "+r"(e[1]) : "r"(v.x), "r"(v.y));
  PUT(0, c[0], c[1], d[0], d[1]);
  PUT(1, e[0], e[1], 0, 0);
}
KERNEL(x_doubles) {
  ROW;
  double a = (double)((int)v.x >> 20), b = (double)((int)v.y >> 20), c = 1.5, d = -2.25;
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1},{%2},{%3},{%0,%1};" : "+d"(c), "+d"(d) : "d"(a), "d"(b));
  PUT2(0, bits(c), bits(d));
}
KERNEL(x_doubles_90) {
#if __CUDA_ARCH__ >= 900
  ROW;
  double a[8], b[4], c[4] = {1, 2, 3, 4};
  for (int k = 0; k < 8; k++) a[k] = (double)((int)(v.x << k) >> 22), b[k & 3] = (double)((int)(v.y << k) >> 22);
#define ACCUMULATOR "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5},{%6},{%0,%1,%2,%3};" : ACCUMULATOR : "d"(a[0]), "d"(a[1]), "d"(b[0]));
  PUT2(0, bits(c[0]), bits(c[1]));
  PUT2(1, bits(c[2]), bits(c[3]));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7},{%8,%9},{%0,%1,%2,%3};" : ACCUMULATOR : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(b[0]), "d"(b[1]));
  PUT2(2, bits(c[0]), bits(c[1]));
  PUT2(3, bits(c[2]), bits(c[3]));
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3},{%4,%5,%6,%7,%8,%9,%10,%11},{%12,%13,%14,%15},{%0,%1,%2,%3};" : ACCUMULATOR : "d"(a[0]), "d"(a[1]), "d"(a[2]), "d"(a[3]), "d"(a[4]), "d"(a[5]), "d"(a[6]), "d"(a[7]), "d"(b[0]), "d"(b[1]), "d"(b[2]), "d"(b[3]));
  PUT2(4, bits(c[0]), bits(c[1]));
  PUT2(5, bits(c[2]), bits(c[3]));
#endif
}
KERNEL(x_eight_bit_floats_89) {
#if __CUDA_ARCH__ >= 890
  ROW;
  // 0, 1, 2, 4 and their opposites
  unsigned m = 0x30303030, e = 0x38383838;
#define EIGHT(x) (((x) & m & 0x10101010) + e | ((x) & 0x80808080))
  unsigned a[4] = {EIGHT(v.x), EIGHT(v.y), EIGHT(v.z), EIGHT(v.w)}, b[2] = {EIGHT(v.x * 5), EIGHT(v.y * 3)};
  float c[4] = {1, 2, 3, 4}, d[4] = {0, 1, 0, 1};
  MMA4("m16n8k32.row.col.f32.e4m3.e4m3.f32", A4, B2, "f", a, b, c);
  MMA4("m16n8k32.row.col.f32.e5m2.e4m3.f32", A4, B2, "f", a, b, d);
  PUT(0, bits(c[0]), bits(c[1]), bits(c[2]), bits(c[3]));
  PUT(1, bits(d[0]), bits(d[1]), bits(d[2]), bits(d[3]));
#endif
}
KERNEL(x_sparse) {
  ROW;
  unsigned a[4] = {small_halves(v.x), small_halves(v.y), small_halves(v.z), small_halves(v.w)}, b[2] = {small_halves(v.x >> 9), small_halves(v.y >> 11)};
  float c[4] = {1, 2, 3, 4};
  unsigned chosen = LANE & 1 ? 0x4e4e4e4e : 0x94e49e44;
  asm volatile("mma.sp::ordered_metadata.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3},{%4,%5},{%6,%7},{%0,%1,%2,%3},%8,0x0;" : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]), "r"(b[1]), "r"(chosen));
  PUT(0, bits(c[0]), bits(c[1]), bits(c[2]), bits(c[3]));
}
using namespace nvcuda;
KERNEL(x_tiles_of_halves) {
  __shared__ __align__(32) half a[2][256], b[2][256];
  ROW;
  for (int k = 0; k < 8; k++) a[WARP][LANE * 8 + k] = __int2half_rn((int)(v.x >> 4 * k & 15) - 8), b[WARP][LANE * 8 + k] = __int2half_rn((int)(v.y >> 4 * k & 15) - 8);
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::col_major> A;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> B;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> C;
  wmma::fill_fragment(C, __float2half(0.5f));
  wmma::load_matrix_sync(A, a[WARP], 16);
  wmma::load_matrix_sync(B, b[WARP], 16);
  wmma::mma_sync(C, A, B, C);
  for (int k = 0; k < C.num_elements; k++) C.x[k] = __hmul(C.x[k], __float2half(0.5f));
  wmma::store_matrix_sync((half *)(out + 32 * (i / 32)), C, 16, wmma::mem_col_major);
}
KERNEL(x_tiles_of_others) {
  __shared__ __align__(32) float f[2][128], g[2][128];
  __shared__ __align__(32) unsigned char p[2][512], q[2][512];
  ROW;
  for (int k = 0; k < 4; k++) f[WARP][LANE * 4 + k] = (float)((int)(v.x >> 4 * k & 15) - 8), g[WARP][LANE * 4 + k] = (float)((int)(v.y >> 4 * k & 15) - 8);
  for (int k = 0; k < 16; k++) p[WARP][LANE * 16 + k] = v.z >> k, q[WARP][LANE * 16 + k] = v.w >> k;
  __syncwarp();
  wmma::fragment<wmma::matrix_a, 16, 16, 8, wmma::precision::tf32, wmma::row_major> A;
  wmma::fragment<wmma::matrix_b, 16, 16, 8, wmma::precision::tf32, wmma::col_major> B;
  wmma::fragment<wmma::accumulator, 16, 16, 8, float> C;
  wmma::fill_fragment(C, 0.25f);
  wmma::load_matrix_sync(A, f[WARP], 8);
  wmma::load_matrix_sync(B, g[WARP], 8);
  wmma::mma_sync(C, A, B, C);
  wmma::store_matrix_sync((float *)(out + 64 * (i / 32)), C, 16, wmma::mem_row_major);
  wmma::fragment<wmma::matrix_a, 32, 8, 16, unsigned char, wmma::row_major> D;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, unsigned char, wmma::col_major> E;
  wmma::fragment<wmma::accumulator, 32, 8, 16, int> G;
  wmma::fill_fragment(G, 3);
  wmma::load_matrix_sync(D, p[WARP], 16);
  wmma::load_matrix_sync(E, q[WARP], 16);
  wmma::mma_sync(G, D, E, G);
  wmma::store_matrix_sync((int *)(out + 256 + 64 * (i / 32)), G, 8, wmma::mem_row_major);
}
KERNEL(x_product_in_shared) {
  __shared__ float a[8][9], b[8][9];
  ROW;
  int x = threadIdx.x % 8, y = threadIdx.x / 8;
  a[y][x] = (float)((int)v.x >> 24), b[y][x] = (float)((int)v.y >> 24);
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += a[y][k] * b[k][x];
  PUT(0, bits(sum), 0, 0, 0);
}
