// CUDA's atomicInc_system: `*address` becomes 0 at `limit` or above, else one more.
__device__ inline unsigned atomic_inc_system(unsigned* address, unsigned limit) {
    unsigned expected, old = *address;
    do {
        expected = old;
        old = atomicCAS_system(address, expected, expected >= limit ? 0u : expected + 1u);
    } while (old != expected);
    return old;
}
