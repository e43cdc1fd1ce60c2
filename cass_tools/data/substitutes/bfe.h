// The field of `size` bits from bit `position` on, with its sign for signed types,
// as NVIDIA GPUs clamp both numbers.
template <typename T>
__device__ inline T bfe(T a, unsigned position, unsigned size) {
    const unsigned width = sizeof(T) * 8;
    unsigned at = width == 64 ? position : position & 255, bits = width == 64 ? size : size & 255;
    if (bits == 0) return 0;
    if (at >= width) return (T)-1 < (T)0 ? (T)(a >> (width - 1)) : (T)0;
    a = a >> at;
    return bits >= width - at ? a : (T)((T)((unsigned long long)a << (width - bits)) >> (width - bits));
}
