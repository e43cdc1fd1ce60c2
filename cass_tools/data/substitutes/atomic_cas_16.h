// atomicCAS for unsigned short, in the word that holds it.
__device__ inline unsigned short atomic_cas_16(unsigned short* address, unsigned short compare, unsigned short value) {
    unsigned shift = 8 * ((unsigned)(unsigned long long)address & 2);
    unsigned* word = (unsigned*)((char*)address - shift / 8);
    unsigned seen = __hip_atomic_load(word, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    while ((unsigned short)(seen >> shift) == compare) {
        unsigned next = (seen & ~(0xffffu << shift)) | (unsigned)value << shift;
        if (__hip_atomic_compare_exchange_strong(word, &seen, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT))
            break;
    }
    return (unsigned short)(seen >> shift);
}
