// What works across the lanes of a warp, in 3 warps of which the last is not full. Every result is printed.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
namespace cg = cooperative_groups;

constexpr int kThreads = 80, kResults = 40;

__device__ int scanned(int v) {
    for (int d = 1; d < warpSize; d *= 2) {
        int up = __shfl_up_sync(0xffffffffu, v, d);
        if (threadIdx.x % warpSize >= d) v += up;
    }
    return v;
}

__global__ void lanes(const int* in, int* out) {
    int t = threadIdx.x, v = in[t], lane = t & 31, n = 0, all;
    int* o = out + t * kResults;
    unsigned active = __activemask();
    unsigned odd = __ballot_sync(active, v & 1);
    o[n++] = active;
    o[n++] = odd;
    o[n++] = __popc(odd & ((1u << lane) - 1));
    o[n++] = __ffs(odd) - 1;
    o[n++] = __any_sync(active, v == 50);
    o[n++] = __all_sync(active, v > 2);
    o[n++] = __match_any_sync(active, v % 5);
    o[n++] = __match_any_sync(active, (float)(v % 3) - 1.0f);
    o[n++] = __match_all_sync(active, v / 1000, &all);
    o[n++] = all;
    o[n++] = __match_all_sync(active, (long long)t / 48, &all);
    o[n++] = all;
    o[n++] = __reduce_add_sync(active, v);
    o[n++] = __reduce_min_sync(active, v - 40);
    o[n++] = __reduce_max_sync(active, (unsigned)v * 77777777u);
    o[n++] = __reduce_and_sync(active, v | 64u);
    o[n++] = __reduce_or_sync(active, 1u << (v & 7));
    o[n++] = __reduce_xor_sync(active, (unsigned)v);
    o[n++] = __shfl_sync(active, v, lane + 7);
    o[n++] = __shfl_down_sync(active, v, 5) * (lane < 11);
    o[n++] = __shfl_xor_sync(active, v, 3);
    o[n++] = t < 64 ? scanned(v) : 0;
    if (v % 3 == 1) {
        unsigned some = __activemask(), mask = __ballot_sync(some, v > 20);
        o[n++] = mask;
        o[n++] = __reduce_add_sync(some, v);
        o[n++] = __shfl_sync(some, v, __ffs(some) - 1);
    }
}

__global__ void groups(const int* in, int* out) {
    __shared__ int copy[kThreads];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, copy, in, sizeof copy);
    cg::wait(block);
    int t = threadIdx.x, v = copy[kThreads - 1 - t], n = 0;
    int* o = out + t * kResults;
    auto tile = cg::tiled_partition<16>(block);
    o[n++] = cg::reduce(tile, v, cg::plus<int>());
    o[n++] = cg::reduce(tile, v, cg::less<int>());
    o[n++] = cg::reduce(tile, v, cg::greater<int>());
    o[n++] = cg::reduce(tile, v, cg::bit_xor<int>());
    o[n++] = (int)cg::reduce(tile, 0.5f * v, cg::plus<float>());
    o[n++] = cg::inclusive_scan(tile, v);
    o[n++] = cg::exclusive_scan(tile, v, cg::plus<int>());
    o[n++] = cg::inclusive_scan(tile, v, cg::greater<int>());
    auto same = cg::labeled_partition(tile, v % 3);
    o[n++] = same.size();
    o[n++] = same.thread_rank();
    o[n++] = cg::reduce(same, v, cg::plus<int>());
    o[n++] = cg::inclusive_scan(same, v, cg::plus<int>());
    o[n++] = cg::invoke_one_broadcast(tile, [&] { return v * 2; });
    if (v & 1) {
        auto together = cg::coalesced_threads();
        o[n++] = together.size();
        o[n++] = together.thread_rank() + t / 32;
    }
    cg::invoke_one(tile, [&] { atomicAdd(&out[kThreads * kResults - 1], v); });
}

int main() {
    int h[kThreads], r[kThreads * kResults], *in, *out;
    for (int i = 0; i < kThreads; ++i) h[i] = (i * 37 + 11) % 83;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; ++k) {
        cudaMemset(out, 0, sizeof r);
        if (k == 0) lanes<<<1, kThreads>>>(in, out);
        else groups<<<1, kThreads>>>(in, out);
        cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
        printf("%d\n", r[kThreads * kResults - 1]);
        for (int i = 0; i < kThreads; ++i) {
            for (int j = 0; j < kResults; ++j) printf("%x ", r[i * kResults + j]);
            printf("\n");
        }
    }
}
