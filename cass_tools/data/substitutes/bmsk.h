// A word with `width` ones from bit `start` on.
__device__ inline unsigned bmsk(unsigned start, unsigned width) {
    unsigned ones = width < 32 ? (1u << width) - 1 : ~0u;
    return start < 32 ? ones << start : 0;
}
