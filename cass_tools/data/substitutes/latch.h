// CUDA's cuda::latch: counts down once; who waits looks until nothing is left.
template <int Scope = 0>
class latch {
  public:
    latch() = default;
    __host__ __device__ constexpr explicit latch(long expected) : left_(expected) {}
    __device__ void count_down(long count = 1) { __hip_atomic_fetch_add(&left_, -count, __ATOMIC_RELEASE, kScope); }
    __device__ bool try_wait() const {
        return __hip_atomic_load(const_cast<long*>(&left_), __ATOMIC_ACQUIRE, kScope) == 0;
    }
    __device__ void wait() const {
        while (!try_wait()) __builtin_amdgcn_s_sleep(1);
    }
    __device__ void arrive_and_wait(long count = 1) {
        count_down(count);
        wait();
    }
    static constexpr long max() { return ~0ul >> 1; }

  private:
    static constexpr int kScope = Scope == 2   ? __HIP_MEMORY_SCOPE_WORKGROUP
                                  : Scope == 1 ? __HIP_MEMORY_SCOPE_AGENT
                                               : __HIP_MEMORY_SCOPE_SYSTEM;
    long left_;
};
