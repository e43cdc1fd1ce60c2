// libcu++ in kernels: atomics of every scope, barriers, pipelines with copies, parts of cuda::std.
#include <cooperative_groups.h>
#include <cstdio>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
namespace cg = cooperative_groups;

constexpr int kThreads = 96;

struct Counters {
    cuda::atomic<int, cuda::thread_scope_device> total;
    cuda::atomic<unsigned, cuda::thread_scope_block> bits;
};

__global__ void atomics(Counters* counters, int* refs, float* sums) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    counters->total.fetch_add(t, cuda::memory_order_relaxed);
    counters->total++;
    counters->bits.fetch_or(1u << (t & 31), cuda::std::memory_order_acq_rel);
    cuda::atomic_ref<int, cuda::thread_scope_system> most(refs[0]), least(refs[1]);
    most.fetch_max((t * 37) % 101);
    least.fetch_min(50 - (t * 29) % 97, cuda::memory_order_release);
    cuda::atomic_ref<int> turns(refs[2]);
    int seen = turns.load(cuda::memory_order_acquire);
    while (!turns.compare_exchange_weak(seen, seen + 3)) {
    }
    cuda::atomic_ref<float, cuda::thread_scope_device>(sums[0]).fetch_add(0.25f);
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);
}

__global__ void stages(const int* in, int* out, int n) {
    __shared__ int buffer[2][kThreads];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 0) init(&bar, blockDim.x);
    block.sync();
    cuda::memcpy_async(block, buffer[0], in, cuda::aligned_size_t<16>(sizeof(int) * kThreads), bar);
    auto token = bar.arrive();
    int sum = threadIdx.x;
    bar.wait(cuda::std::move(token));
    sum += buffer[0][kThreads - 1 - threadIdx.x];
    bar.arrive_and_wait();
    auto pipe = cuda::make_pipeline();
    for (int k = 0; k < n; ++k) {
        pipe.producer_acquire();
        cuda::memcpy_async(&buffer[k & 1][threadIdx.x], &in[k * kThreads + threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
        pipe.consumer_wait();
        block.sync();
        sum = sum * 3 + buffer[k & 1][(threadIdx.x + 5) % kThreads];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

__global__ void unified(const int* in, int* out, int n) {
    __shared__ int buffer[2][kThreads];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int compute = 0, fetch = 0; compute < n; ++compute) {
        for (; fetch < n && fetch < compute + 2; ++fetch) {
            pipe.producer_acquire();
            cuda::memcpy_async(block, buffer[fetch % 2], in + fetch * kThreads, sizeof(int) * kThreads, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        sum = sum * 5 + buffer[compute % 2][kThreads - 1 - threadIdx.x];
        pipe.consumer_release();
    }
    out[threadIdx.x] = sum;
}

template <typename T>
__global__ void standard(T* out) {
    cuda::std::array<T, 3> a = {1, 2, cuda::std::numeric_limits<T>::max()};
    auto p = cuda::std::make_pair(a[2], a.size());
    using Same = cuda::std::conditional_t<cuda::std::is_signed<T>::value, T, int>;
    out[0] = static_cast<Same>(p.first) / 2 + static_cast<T>(p.second);
}

int main() {
    Counters* counters;
    int h[4 * kThreads], r[kThreads], *in, *out, *refs;
    float* sums;
    cudaMallocManaged(&counters, sizeof *counters);
    cudaMallocManaged(&refs, 3 * sizeof *refs);
    cudaMallocManaged(&sums, sizeof *sums);
    counters->total = 5;
    counters->bits = 0;
    refs[0] = refs[1] = refs[2] = 0;
    sums[0] = 0;
    atomics<<<3, kThreads>>>(counters, refs, sums);
    cudaDeviceSynchronize();
    printf("%d %x %d %d %d %g\n", counters->total.load(), counters->bits.load(), refs[0], refs[1], refs[2], sums[0]);
    for (int i = 0; i < 4 * kThreads; ++i) h[i] = (i * 53) % 1009;
    cudaMalloc(&in, sizeof h);
    cudaMalloc(&out, sizeof r);
    cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; ++k) {
        if (k) unified<<<1, kThreads>>>(in, out, 4);
        else stages<<<1, kThreads>>>(in, out, 4);
        cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
        for (int v : r) printf("%d ", v);
        printf("\n");
    }
    standard<<<1, 1>>>(out);
    cudaMemcpy(r, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", r[0]);
}
