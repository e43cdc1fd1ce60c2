// What CUDA's __ldcv reads: memory as it is now. AMD GPUs take volatile accesses past their caches.
template <typename T>
__device__ inline T load_anew(const T* from) {
    T value;
    if (sizeof(T) % 4 == 0) {
        for (unsigned i = 0; i < sizeof(T) / 4; ++i) {
            const unsigned word = reinterpret_cast<const volatile unsigned*>(from)[i];
            __builtin_memcpy(reinterpret_cast<char*>(&value) + 4 * i, &word, 4);
        }
    } else if (sizeof(T) == 2) {
        const unsigned short word = *reinterpret_cast<const volatile unsigned short*>(from);
        __builtin_memcpy(&value, &word, sizeof(T));
    } else {
        const unsigned char word = *reinterpret_cast<const volatile unsigned char*>(from);
        __builtin_memcpy(&value, &word, sizeof(T));
    }
    return value;
}
