// Copies at once what CUDA's __pipeline_memcpy_async copies at some later time; the last `zeros` bytes become 0.
__device__ inline void copy_now(void* to, const void* from, __SIZE_TYPE__ size, __SIZE_TYPE__ zeros = 0) {
    for (__SIZE_TYPE__ i = 0; i < size; i += 4) {
        unsigned word = 0;
        if (i < size - zeros) __builtin_memcpy(&word, (const char*)from + i, size - zeros - i < 4 ? size - zeros - i : 4);
        __builtin_memcpy((char*)to + i, &word, 4);
    }
}
