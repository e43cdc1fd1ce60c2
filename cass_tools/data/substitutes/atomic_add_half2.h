// Adds two halves to two in memory, each rounded as a half; returns what was there.
__device__ inline unsigned atomic_add_half2(unsigned* address, unsigned value) {
    typedef _Float16 pair __attribute__((ext_vector_type(2)));
    unsigned old = *address, seen;
    do {
        seen = old;
        pair sum = __builtin_bit_cast(pair, seen) + __builtin_bit_cast(pair, value);
        old = atomicCAS(address, seen, __builtin_bit_cast(unsigned, sum));
    } while (old != seen);
    return old;
}
