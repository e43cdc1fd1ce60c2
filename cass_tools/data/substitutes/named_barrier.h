// CUDA's barriers 0 to 15 for a part of a block, as counters in shared memory. A wavefront of 64 lanes counts as two
// groups of 32, but they cannot wait for each other.
struct named_barrier_counter {
    unsigned arrived, generation;
};
__device__ inline named_barrier_counter* named_barrier_counters() {
    __shared__ named_barrier_counter counters[16];
    return counters;
}
// Clears the counters: every thread of a kernel calls it before anything else.
__device__ inline void named_barrier() {
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    for (; i < 16; i += threads) named_barrier_counters()[i] = named_barrier_counter{0, 0};
    __syncthreads();
}
// Arrives at a barrier for `count` threads; with `wait`, until all of them have.
__device__ inline void named_barrier(unsigned number, unsigned count, bool wait) {
    named_barrier_counter* counter = named_barrier_counters() + (number & 15);
    unsigned long long lanes = __ballot(1);
    unsigned here = ((unsigned)lanes ? 32 : 0) + ((unsigned)(lanes >> 32) ? 32 : 0);
    unsigned before = __hip_atomic_load(&counter->generation, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
    if ((int)__lane_id() == __ffsll((unsigned long long)lanes) - 1) {
        unsigned arrived =
            __hip_atomic_fetch_add(&counter->arrived, here, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP) + here;
        if (arrived >= count) {
            __hip_atomic_store(&counter->arrived, 0u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
            __hip_atomic_fetch_add(&counter->generation, 1u, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
        }
    }
    while (wait &&
           __hip_atomic_load(&counter->generation, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) == before)
        __builtin_amdgcn_s_sleep(1);
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup");
}
