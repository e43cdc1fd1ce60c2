// `__shfl_up` for a value of any type, in groups of `width` lanes: HIP has none for bfloat16.
template <typename T>
__device__ inline T shfl_up(T value, int lanes, int width = 32) {
    int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof value);
    for (int& word : words) word = __shfl_up(word, lanes, width);
    __builtin_memcpy(&value, words, sizeof value);
    return value;
}
