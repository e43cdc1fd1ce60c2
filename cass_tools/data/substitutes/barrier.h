// CUDA's cuda::barrier: counts arrivals in memory; who waits looks until the phase is over.
template <int Scope = 0, typename Completion = void>
class barrier {
  public:
    using arrival_token = unsigned;
    barrier() = default;
    __host__ __device__ explicit barrier(unsigned expected) : expected_(expected), left_(expected), phase_(0) {}
    friend __host__ __device__ void init(barrier* at, unsigned expected) {
        at->expected_ = at->left_ = expected;
        at->phase_ = 0;
    }
    __device__ arrival_token arrive(unsigned count = 1) {
        unsigned phase = __hip_atomic_load(&phase_, __ATOMIC_RELAXED, kScope);
        if (__hip_atomic_fetch_add(&left_, 0u - count, __ATOMIC_ACQ_REL, kScope) == count) {
            __hip_atomic_store(&left_, __hip_atomic_load(&expected_, __ATOMIC_RELAXED, kScope), __ATOMIC_RELAXED, kScope);
            __hip_atomic_store(&phase_, phase + 1, __ATOMIC_RELEASE, kScope);
        }
        return phase;
    }
    __device__ void wait(arrival_token phase) const {
        while (__hip_atomic_load(const_cast<unsigned*>(&phase_), __ATOMIC_ACQUIRE, kScope) == phase)
            __builtin_amdgcn_s_sleep(1);
    }
    __device__ void wait_parity(bool parity) const {
        while ((__hip_atomic_load(const_cast<unsigned*>(&phase_), __ATOMIC_ACQUIRE, kScope) & 1u) == (unsigned)parity)
            __builtin_amdgcn_s_sleep(1);
    }
    __device__ void arrive_and_wait() { wait(arrive()); }
    __device__ void arrive_and_drop() {
        __hip_atomic_fetch_add(&expected_, 0u - 1u, __ATOMIC_RELAXED, kScope);
        arrive();
    }

  private:
    static constexpr int kScope = Scope == 2   ? __HIP_MEMORY_SCOPE_WORKGROUP
                                  : Scope == 1 ? __HIP_MEMORY_SCOPE_AGENT
                                               : __HIP_MEMORY_SCOPE_SYSTEM;
    unsigned expected_, left_, phase_;
};
