// `base` with `size` bits of `field` from bit `position` on, as NVIDIA GPUs clamp both numbers.
template <typename T>
__device__ inline T bfi(T field, T base, unsigned position, unsigned size) {
    const unsigned width = sizeof(T) * 8;
    unsigned at = width == 64 ? position : position & 255, bits = width == 64 ? size : size & 255;
    if (at >= width) return base;
    T ones = (bits < width ? ((T)1 << bits) - 1 : (T)-1) << at;
    return (base & ~ones) | (field << at & ones);
}
