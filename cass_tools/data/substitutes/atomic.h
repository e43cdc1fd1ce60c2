// include: atomic
// CUDA's cuda::atomic and cuda::atomic_ref through HIP's scoped atomics.
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
enum {
    memory_order_relaxed = __ATOMIC_RELAXED,
    memory_order_consume = __ATOMIC_CONSUME,
    memory_order_acquire = __ATOMIC_ACQUIRE,
    memory_order_release = __ATOMIC_RELEASE,
    memory_order_acq_rel = __ATOMIC_ACQ_REL,
    memory_order_seq_cst = __ATOMIC_SEQ_CST
};
struct memory_order {
    static constexpr int relaxed = memory_order_relaxed, consume = memory_order_consume, acquire = memory_order_acquire;
    static constexpr int release = memory_order_release, acq_rel = memory_order_acq_rel, seq_cst = memory_order_seq_cst;
    __host__ __device__ constexpr memory_order(int value) : value_(value) {}
    __host__ __device__ constexpr operator int() const { return value_; }

  private:
    int value_;
};
__host__ __device__ constexpr int hip_scope(int scope) {
    return scope == thread_scope_thread  ? __HIP_MEMORY_SCOPE_SINGLETHREAD
         : scope == thread_scope_block   ? __HIP_MEMORY_SCOPE_WORKGROUP
         : scope == thread_scope_device  ? __HIP_MEMORY_SCOPE_AGENT
                                         : __HIP_MEMORY_SCOPE_SYSTEM;
}
template <typename T, int Scope>
struct atomic_operations {
    __host__ __device__ explicit atomic_operations(T* at) : at_(at) {}
    __host__ __device__ T load(int order = memory_order_seq_cst) const {
        return __hip_atomic_load(at_, order, hip_scope(Scope));
    }
    __host__ __device__ void store(T value, int order = memory_order_seq_cst) const {
        __hip_atomic_store(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ T exchange(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_exchange(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ bool compare_exchange_strong(T& expected, T value, int order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, value, order, without_release(order));
    }
    __host__ __device__ bool compare_exchange_strong(T& expected, T value, int order, int failed) const {
        return __hip_atomic_compare_exchange_strong(at_, &expected, value, order, failed, hip_scope(Scope));
    }
    __host__ __device__ bool compare_exchange_weak(T& expected, T value, int order = memory_order_seq_cst) const {
        return compare_exchange_strong(expected, value, order);
    }
    __host__ __device__ bool compare_exchange_weak(T& expected, T value, int order, int failed) const {
        return compare_exchange_strong(expected, value, order, failed);
    }
    __host__ __device__ T fetch_add(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_add(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ T fetch_sub(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_add(at_, T(0) - value, order, hip_scope(Scope));
    }
    __host__ __device__ T fetch_and(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_and(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ T fetch_or(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_or(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ T fetch_xor(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_xor(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ T fetch_min(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_min(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ T fetch_max(T value, int order = memory_order_seq_cst) const {
        return __hip_atomic_fetch_max(at_, value, order, hip_scope(Scope));
    }
    __host__ __device__ void wait(T old, int order = memory_order_seq_cst) const {
        while (load(order) == old) {
        }
    }
    static constexpr bool is_always_lock_free = sizeof(T) <= 8;
    __host__ __device__ bool is_lock_free() const { return is_always_lock_free; }
    __host__ __device__ void notify_one() const {}
    __host__ __device__ void notify_all() const {}
    __host__ __device__ operator T() const { return load(); }
    __host__ __device__ T operator=(T value) const { return store(value), value; }
    __host__ __device__ T operator++() const { return fetch_add(1) + 1; }
    __host__ __device__ T operator++(int) const { return fetch_add(1); }
    __host__ __device__ T operator--() const { return fetch_sub(1) - 1; }
    __host__ __device__ T operator--(int) const { return fetch_sub(1); }
    __host__ __device__ T operator+=(T value) const { return fetch_add(value) + value; }
    __host__ __device__ T operator-=(T value) const { return fetch_sub(value) - value; }
    __host__ __device__ T operator&=(T value) const { return fetch_and(value) & value; }
    __host__ __device__ T operator|=(T value) const { return fetch_or(value) | value; }
    __host__ __device__ T operator^=(T value) const { return fetch_xor(value) ^ value; }

  private:
    static __host__ __device__ constexpr int without_release(int order) {
        return order == memory_order_acq_rel ? (int)memory_order_acquire
             : order == memory_order_release ? (int)memory_order_relaxed
                                             : order;
    }
    T* at_;
};
template <typename T, int Scope = thread_scope_system>
struct atomic_ref : atomic_operations<T, Scope> {
    using value_type = T;
    using atomic_operations<T, Scope>::operator=;
    __host__ __device__ explicit atomic_ref(T& value) : atomic_operations<T, Scope>(&value) {}
};
template <typename T, int Scope = thread_scope_system>
struct atomic {
    using value_type = T;
    using Operations = atomic_operations<T, Scope>;
    atomic() = default;
    __host__ __device__ constexpr atomic(T value) : value_(value) {}
    atomic(const atomic&) = delete;
    atomic& operator=(const atomic&) = delete;
    __host__ __device__ T load(int order = memory_order_seq_cst) const {
        return Operations(const_cast<T*>(&value_)).load(order);
    }
    __host__ __device__ operator T() const { return load(); }
    __host__ __device__ T operator=(T value) { return at() = value; }
    __host__ __device__ void store(T value, int order = memory_order_seq_cst) { at().store(value, order); }
    __host__ __device__ T exchange(T value, int order = memory_order_seq_cst) { return at().exchange(value, order); }
    template <typename... Orders>
    __host__ __device__ bool compare_exchange_strong(T& expected, T value, Orders... orders) {
        return at().compare_exchange_strong(expected, value, orders...);
    }
    template <typename... Orders>
    __host__ __device__ bool compare_exchange_weak(T& expected, T value, Orders... orders) {
        return at().compare_exchange_strong(expected, value, orders...);
    }
    __host__ __device__ T fetch_add(T value, int order = memory_order_seq_cst) { return at().fetch_add(value, order); }
    __host__ __device__ T fetch_sub(T value, int order = memory_order_seq_cst) { return at().fetch_sub(value, order); }
    __host__ __device__ T fetch_and(T value, int order = memory_order_seq_cst) { return at().fetch_and(value, order); }
    __host__ __device__ T fetch_or(T value, int order = memory_order_seq_cst) { return at().fetch_or(value, order); }
    __host__ __device__ T fetch_xor(T value, int order = memory_order_seq_cst) { return at().fetch_xor(value, order); }
    __host__ __device__ T fetch_min(T value, int order = memory_order_seq_cst) { return at().fetch_min(value, order); }
    __host__ __device__ T fetch_max(T value, int order = memory_order_seq_cst) { return at().fetch_max(value, order); }
    __host__ __device__ void wait(T old, int order = memory_order_seq_cst) { at().wait(old, order); }
    static constexpr bool is_always_lock_free = Operations::is_always_lock_free;
    __host__ __device__ bool is_lock_free() const { return is_always_lock_free; }
    __host__ __device__ void notify_one() {}
    __host__ __device__ void notify_all() {}
    __host__ __device__ T operator++() { return ++at(); }
    __host__ __device__ T operator++(int) { return at()++; }
    __host__ __device__ T operator--() { return --at(); }
    __host__ __device__ T operator--(int) { return at()--; }
    __host__ __device__ T operator+=(T value) { return at() += value; }
    __host__ __device__ T operator-=(T value) { return at() -= value; }
    __host__ __device__ T operator&=(T value) { return at() &= value; }
    __host__ __device__ T operator|=(T value) { return at() |= value; }
    __host__ __device__ T operator^=(T value) { return at() ^= value; }

  private:
    __host__ __device__ Operations at() { return Operations(&value_); }
    T value_;
};
__device__ inline void atomic_thread_fence(int order, int scope = thread_scope_system) {
    if (order == memory_order_relaxed) return;
    if (scope == thread_scope_block) __threadfence_block();
    else if (scope == thread_scope_device) __threadfence();
    else if (scope == thread_scope_system) __threadfence_system();
}
