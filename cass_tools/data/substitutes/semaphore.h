// CUDA's semaphores: who finds nothing left looks again. The lanes of a wavefront go in step, so that lanes of one
// wavefront that wait for each other wait forever.
template <int Scope = 0, long Most = long(~0ul >> 1)>
class counting_semaphore {
  public:
    counting_semaphore() = default;
    __host__ __device__ constexpr explicit counting_semaphore(long count) : left_(count) {}
    __device__ bool try_acquire() {
        long left = __hip_atomic_load(&left_, __ATOMIC_RELAXED, kScope);
        while (left > 0)
            if (__hip_atomic_compare_exchange_weak(&left_, &left, left - 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED, kScope))
                return true;
        return false;
    }
    __device__ void acquire() {
        while (!try_acquire()) __builtin_amdgcn_s_sleep(1);
    }
    __device__ void release(long count = 1) { __hip_atomic_fetch_add(&left_, count, __ATOMIC_RELEASE, kScope); }
    static constexpr long max() { return Most; }

  private:
    static constexpr int kScope = Scope == 2   ? __HIP_MEMORY_SCOPE_WORKGROUP
                                  : Scope == 1 ? __HIP_MEMORY_SCOPE_AGENT
                                               : __HIP_MEMORY_SCOPE_SYSTEM;
    long left_;
};
template <int Scope = 0>
using binary_semaphore = counting_semaphore<Scope, 1>;
