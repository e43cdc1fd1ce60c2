// `__shfl` for a value of any type, in groups of `width` lanes: HIP has none for bfloat16.
template <typename T>
__device__ inline T shfl(T value, int lane, int width = 32) {
    int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (int& word : words) word = __shfl(word, lane, width);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}
