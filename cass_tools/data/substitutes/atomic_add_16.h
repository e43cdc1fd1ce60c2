// atomicAdd for __half, __half2, __hip_bfloat16 and __hip_bfloat162: swaps the word until nobody came in between.
template <typename T, typename Value>
__device__ inline T atomic_add_16(T* address, Value value) {
    unsigned shift = sizeof(T) == 4 ? 0 : 8 * ((unsigned)(unsigned long long)address & 2);
    unsigned* word = (unsigned*)((char*)address - shift / 8);
    unsigned seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), next;
    T before;
    do {
        unsigned part = seen >> shift;
        __builtin_memcpy(&before, &part, sizeof before);
        T after = before + (T)value;
        __builtin_memcpy(&part, &after, sizeof after);
        next = sizeof(T) == 4 ? part : (seen & ~(0xffffu << shift)) | (part & 0xffffu) << shift;
    } while (!__hip_atomic_compare_exchange_strong(word, &seen, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                   __HIP_MEMORY_SCOPE_AGENT));
    return before;
}
