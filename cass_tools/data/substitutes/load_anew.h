// What CUDA's __ldcv reads: memory as it is now, 8 bytes at once. AMD GPUs take volatile accesses past their caches.
template <typename Word, typename T>
__device__ inline void load_anew_as(const T* from, T& value) {
    for (unsigned i = 0; i < sizeof(T) / sizeof(Word); ++i) {
        const Word word = reinterpret_cast<const volatile Word*>(from)[i];
        __builtin_memcpy(reinterpret_cast<char*>(&value) + sizeof(Word) * i, &word, sizeof(Word));
    }
}
template <typename T>
__device__ inline T load_anew(const T* from) {
    T value;
    if (sizeof(T) % 8 == 0) load_anew_as<unsigned long long>(from, value);
    else if (sizeof(T) % 4 == 0) load_anew_as<unsigned>(from, value);
    else if (sizeof(T) % 2 == 0) load_anew_as<unsigned short>(from, value);
    else load_anew_as<unsigned char>(from, value);
    return value;
}
