// Kernels of one instruction each: what single.py makes of single.tsv, and those below, which need memory of a block.
// Each is launched as one warp; `in` are 2,048 words, `out` 1,024, which are those of `in` before.
#pragma once
#include <cstring>

#define SINGLE(name) extern "C" __global__ void name(unsigned *out, const unsigned *in)
#define SHARED                                                                                                         \
  __shared__ __align__(128) unsigned s[1024];                                                                          \
  for (int j = threadIdx.x; j < 1024; j += blockDim.x) s[j] = in[j];                                                   \
  __syncthreads();                                                                                                     \
  unsigned first = (unsigned)__cvta_generic_to_shared(s), row = first + threadIdx.x * 16;                            \
  (void)row;
#define BARRIER(count)                                                                                                 \
  __shared__ __align__(8) unsigned long long barrier_;                                                                 \
  unsigned barrier = (unsigned)__cvta_generic_to_shared(&barrier_);                                                    \
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0]," #count ";" ::"r"(barrier));                      \
  __syncthreads();
#define GLOBAL(words) ((unsigned long long)__cvta_generic_to_global(words))

// Metadata of a sparse product: only these two of four (one of two) are allowed; others are undefined.
__device__ inline unsigned metadata(unsigned word, bool pairs) {
  const unsigned allowed[8] = {4, 8, 12, 9, 13, 14, 4, 14};
  unsigned made = 0;
  for (int i = 0; i < 32; i += 4) made |= (pairs ? (word >> i & 1 ? 14u : 4u) : allowed[word >> i & 7]) << i;
  return made;
}

#define LOAD_MATRIX(name, how, registers, address, ...)                                                                \
  SINGLE(name) {                                                                                                       \
    SHARED;                                                                                                            \
    unsigned d[4] = {0, 0, 0, 0};                                                                                      \
    asm volatile("ldmatrix.sync.aligned.m8n8." how ".shared.b16 " registers ",[" address "];"                          \
                 : __VA_ARGS__                                                                                         \
                 : "r"(row)                                                                                            \
                 : "memory");                                                                                          \
    for (int j = 0; j < 4; j++) out[threadIdx.x * 16 + j] = d[j];                                                      \
  }
#define D(n) "=r"(d[n])
LOAD_MATRIX(ldm1, "x1", "{%0}", "%1", D(0))
LOAD_MATRIX(ldm1trans, "x1.trans", "{%0}", "%1", D(0))
LOAD_MATRIX(ldm2, "x2", "{%0,%1}", "%2", D(0), D(1))
LOAD_MATRIX(ldm2trans, "x2.trans", "{%0,%1}", "%2", D(0), D(1))
LOAD_MATRIX(ldm4, "x4", "{%0,%1,%2,%3}", "%4", D(0), D(1), D(2), D(3))
LOAD_MATRIX(ldm4trans, "x4.trans", "{%0,%1,%2,%3}", "%4", D(0), D(1), D(2), D(3))
#undef D

SINGLE(movmatrix) {
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0,%1;" : "=r"(out[threadIdx.x]) : "r"(in[threadIdx.x]));
}
#if __CUDA_ARCH__ >= 800
SINGLE(cp16) {
  SHARED;
  asm volatile("cp.async.cg.shared.global.L2::128B [%0],[%1],16,12; cp.async.ca.shared.global [%0],[%1],8;"
               "cp.async.commit_group; cp.async.wait_group 0;" ::"r"(row),
               "l"(GLOBAL(in + threadIdx.x * 4))
               : "memory");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
SINGLE(cpign) {
  SHARED;
  asm volatile("{ .reg .pred q; setp.gt.u32 q,%2,5; cp.async.ca.shared.global [%0],[%1],4,q; cp.async.wait_all; }" ::"r"(row),
               "l"(GLOBAL(in + threadIdx.x * 4)), "r"(threadIdx.x)
               : "memory");
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
#define ON_BARRIER(name, text)                                                                                         \
  SINGLE(name) {                                                                                                       \
    BARRIER(33);                                                                                                       \
    unsigned long long state;                                                                                          \
    asm volatile(text : "=l"(state) : "r"(barrier) : "memory");                                                        \
    out[threadIdx.x] = state;                                                                                          \
  }
ON_BARRIER(mb_pend, "{ mbarrier.arrive.shared.b64 %0,[%1]; .reg .u32 c; mbarrier.pending_count.b64 c,%0; cvt.u64.u32 %0,c; }")
ON_BARRIER(mb_testw, "{ .reg .pred q; mbarrier.arrive.shared.b64 %0,[%1]; mbarrier.test_wait.shared.b64 q,[%1],%0; selp.u64 %0,1,0,q; }")
ON_BARRIER(mb_cpmb, "{ cp.async.mbarrier.arrive.noinc.shared.b64 [%1]; mov.u64 %0,0; }")
#endif
#if __CUDA_ARCH__ >= 900
#define STORE_MATRIX(name, how, registers, ...)                                                                        \
  SINGLE(name) {                                                                                                       \
    SHARED;                                                                                                            \
    asm volatile("stmatrix.sync.aligned.m8n8." how ".shared.b16 [%0]," registers ";" ::"r"(row), __VA_ARGS__           \
                 : "memory");                                                                                          \
    __syncthreads();                                                                                                   \
    for (int j = 0; j < 4; j++) out[threadIdx.x * 4 + j] = s[threadIdx.x * 4 + j];                                     \
  }
#define A(n) "r"(in[threadIdx.x * 16 + n])
STORE_MATRIX(stm1, "x1", "{%1}", A(0))
STORE_MATRIX(stm1trans, "x1.trans", "{%1}", A(0))
STORE_MATRIX(stm2, "x2", "{%1,%2}", A(0), A(1))
STORE_MATRIX(stm2trans, "x2.trans", "{%1,%2}", A(0), A(1))
STORE_MATRIX(stm4, "x4", "{%1,%2,%3,%4}", A(0), A(1), A(2), A(3))
STORE_MATRIX(stm4trans, "x4.trans", "{%1,%2,%3,%4}", A(0), A(1), A(2), A(3))
#undef A
SINGLE(bulkg2s) {
  SHARED;
  BARRIER(1);
  unsigned long long state;
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 %0,[%1],256;" : "=l"(state) : "r"(barrier));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0],[%1],256,[%2];" ::"r"(first),
                 "l"(GLOBAL(in + 256)), "r"(barrier)
                 : "memory");
  }
  for (unsigned done = 0; !done;)
    asm volatile("{ .reg .pred q; mbarrier.try_wait.parity.shared.b64 q,[%1],0; selp.u32 %0,1,0,q; }"
                 : "=r"(done)
                 : "r"(barrier)
                 : "memory");
  out[threadIdx.x] = s[threadIdx.x];
}
#define BULK(name, text)                                                                                               \
  SINGLE(name) {                                                                                                       \
    SHARED;                                                                                                            \
    if (threadIdx.x == 0)                                                                                              \
      asm volatile("fence.proxy.async.shared::cta;" text " [%1],[%0],256; cp.async.bulk.commit_group;"                 \
                   "cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0;" ::"r"(first),                        \
                   "l"(GLOBAL(out + 128))                                                                              \
                   : "memory");                                                                                        \
  }
#define BULK_REDUCE(name, operation)                                                                                   \
  BULK(bulkred_##name, "cp.reduce.async.bulk.global.shared::cta.bulk_group." operation)
BULK(bulks2g, "cp.async.bulk.global.shared::cta.bulk_group")
BULK_REDUCE(add_u32, "add.u32")
BULK_REDUCE(add_s32, "add.s32")
BULK_REDUCE(min_s32, "min.s32")
BULK_REDUCE(max_u32, "max.u32")
BULK_REDUCE(add_u64, "add.u64")
BULK_REDUCE(and_b32, "and.b32")
BULK_REDUCE(inc_u32, "inc.u32")
BULK_REDUCE(dec_u32, "dec.u32")
BULK_REDUCE(add_f32, "add.f32")
BULK_REDUCE(add_f64, "add.f64")
BULK_REDUCE(add_f16, "add.noftz.f16")
BULK_REDUCE(add_bf16, "add.noftz.bf16")
BULK_REDUCE(min_bf16, "min.bf16")
BULK_REDUCE(max_f16, "max.f16")
BULK_REDUCE(or_b64, "or.b64")
ON_BARRIER(mb_exptx, "{ mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%1],8; mov.u64 %0,0; }")
ON_BARRIER(mb_tryw, "{ .reg .pred q; mbarrier.arrive.release.cta.shared::cta.b64 %0,[%1]; mbarrier.try_wait.acquire.cta.shared::cta.b64 q,[%1],%0,100; selp.u64 %0,1,0,q; }")
SINGLE(cl_bar) {
  asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
  out[threadIdx.x] = 1;
}
SINGLE(cl_barr) {
  asm volatile("barrier.cluster.arrive.relaxed; barrier.cluster.wait.acquire;" ::: "memory");
  out[threadIdx.x] = 1;
}
SINGLE(cl_mapa) {  // of the only block of its cluster
  SHARED;
  unsigned there, value, rank;
  asm volatile("mapa.shared::cluster.u32 %0,%1,0;" : "=r"(there) : "r"(row));
  asm volatile("ld.shared::cluster.u32 %0,[%1];" : "=r"(value) : "r"(there));
  asm volatile("st.shared::cluster.u32 [%0],%1;" ::"r"(there), "r"(value + 1));
  asm volatile("atom.shared::cluster.add.u32 %0,[%1],%0;" : "+r"(value) : "r"(there) : "memory");
  asm("getctarank.shared::cluster.u32 %0,%1;" : "=r"(rank) : "r"(there));
  out[threadIdx.x] = value, out[threadIdx.x + 64] = rank, out[threadIdx.x + 128] = s[threadIdx.x * 4];
}
#endif
