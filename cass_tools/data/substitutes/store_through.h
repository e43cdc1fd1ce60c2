// What CUDA's __stwt writes: memory itself, 8 bytes at once. AMD GPUs take volatile accesses past their caches.
template <typename Word, typename T>
__device__ inline void store_through_as(T* to, const T& value) {
    for (unsigned i = 0; i < sizeof(T) / sizeof(Word); ++i) {
        Word word;
        __builtin_memcpy(&word, reinterpret_cast<const char*>(&value) + sizeof(Word) * i, sizeof(Word));
        reinterpret_cast<volatile Word*>(to)[i] = word;
    }
}
template <typename T, typename Given>
__device__ inline void store_through(T* to, Given given) {
    const T value = given;
    if (sizeof(T) % 8 == 0) store_through_as<unsigned long long>(to, value);
    else if (sizeof(T) % 4 == 0) store_through_as<unsigned>(to, value);
    else if (sizeof(T) % 2 == 0) store_through_as<unsigned short>(to, value);
    else store_through_as<unsigned char>(to, value);
}
