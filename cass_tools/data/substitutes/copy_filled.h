// Copies `fetched` of `size` bytes to shared memory and clears the others, as cp.async.
__device__ inline void copy_filled(char* to, const char* from, unsigned size, unsigned fetched) {
    for (unsigned i = 0; i < size; i += 4) {
        unsigned word = 0;
        for (unsigned j = 0; j < 4 && i + j < fetched; ++j) word |= (unsigned)(unsigned char)from[i + j] << 8 * j;
        *(unsigned*)(to + i) = word;
    }
}
