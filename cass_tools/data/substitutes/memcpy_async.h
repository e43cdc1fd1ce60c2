// A copy by all threads of the group in place of CUDA's asynchronous one: done for the group after its next sync.
template <typename Group, typename Size>
__device__ inline void memcpy_async(const Group& group, void* to, const void* from, Size bytes) {
    size_t count = (size_t)bytes, words = count / 16;
    bool aligned = (((size_t)to | (size_t)from) & 15) == 0;
    for (size_t i = group.thread_rank(); aligned && i < words; i += group.size())
        static_cast<uint4*>(to)[i] = static_cast<const uint4*>(from)[i];
    for (size_t i = (aligned ? words * 16 : 0) + group.thread_rank(); i < count; i += group.size())
        static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}
template <typename Group, typename T, typename U>
__device__ inline void memcpy_async(const Group& group, T* to, U to_count, const T* from, U from_count) {
    U count = to_count < from_count ? to_count : from_count;
    for (U i = group.thread_rank(); i < count; i += group.size()) to[i] = from[i];
}
