// What CUDA's __stwt writes: memory itself. AMD GPUs take volatile accesses past their caches.
template <typename T, typename Given>
__device__ inline void store_through(T* to, Given given) {
    const T value = given;
    if (sizeof(T) % 4 == 0) {
        for (unsigned i = 0; i < sizeof(T) / 4; ++i) {
            unsigned word;
            __builtin_memcpy(&word, reinterpret_cast<const char*>(&value) + 4 * i, 4);
            reinterpret_cast<volatile unsigned*>(to)[i] = word;
        }
    } else if (sizeof(T) == 2) {
        unsigned short word;
        __builtin_memcpy(&word, &value, sizeof word);
        *reinterpret_cast<volatile unsigned short*>(to) = word;
    } else {
        unsigned char word;
        __builtin_memcpy(&word, &value, sizeof word);
        *reinterpret_cast<volatile unsigned char*>(to) = word;
    }
}
