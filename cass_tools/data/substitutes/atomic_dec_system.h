// CUDA's atomicDec_system: `*address` becomes `limit` at 0 or above `limit`, else one less.
__device__ inline unsigned atomic_dec_system(unsigned* address, unsigned limit) {
    unsigned expected, old = *address;
    do {
        expected = old;
        old = atomicCAS_system(address, expected, expected == 0 || expected > limit ? limit : expected - 1u);
    } while (old != expected);
    return old;
}
