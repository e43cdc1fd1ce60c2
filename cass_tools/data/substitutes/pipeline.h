// CUDA's cuda::pipeline and cuda::memcpy_async: threads copy at once; a pipeline of a block waits by its barrier.
template <int Scope, unsigned Stages>
struct pipeline_shared_state {};
template <int Scope = 3>
struct pipeline {
    __device__ void producer_acquire() const {}
    __device__ void producer_commit() const {}
    __device__ void consumer_wait() const { meet(); }
    __device__ void consumer_release() const { meet(); }
    __device__ bool quit() const { return true; }

  private:
    __device__ void meet() const {
        if (Scope == 2) __syncthreads();
    }
};
__device__ inline pipeline<3> make_pipeline() {
    return {};
}
template <typename Group, int Scope, unsigned Stages>
__device__ inline pipeline<Scope> make_pipeline(const Group&, pipeline_shared_state<Scope, Stages>*) {
    return {};
}
template <unsigned Prior>
__device__ inline void pipeline_consumer_wait_prior(const pipeline<3>&) {}
template <size_t Alignment>
struct aligned_size_t {
    __host__ __device__ constexpr explicit aligned_size_t(size_t bytes) : bytes_(bytes) {}
    __host__ __device__ constexpr operator size_t() const { return bytes_; }

  private:
    size_t bytes_;
};
__device__ inline void copy_bytes(void* to, const void* from, size_t bytes, size_t first, size_t step) {
    bool words = (((size_t)to | (size_t)from | bytes) & 3) == 0;
    for (size_t i = first; words && i < bytes / 4; i += step)
        static_cast<unsigned*>(to)[i] = static_cast<const unsigned*>(from)[i];
    for (size_t i = first; !words && i < bytes; i += step)
        static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}
template <typename Size, typename Sync>
__device__ inline void memcpy_async(void* to, const void* from, Size bytes, Sync&) {
    copy_bytes(to, from, (size_t)bytes, 0, 1);
}
template <typename Group, typename Size, typename Sync>
__device__ inline auto memcpy_async(const Group& group, void* to, const void* from, Size bytes, Sync&)
    -> decltype(group.sync()) {
    copy_bytes(to, from, (size_t)bytes, group.thread_rank(), group.size());
}
