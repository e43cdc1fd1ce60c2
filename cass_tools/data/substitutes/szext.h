// The low `bits` bits of a number, extended by their sign or by zeros.
template <typename T>
__device__ inline T szext(T a, unsigned bits) {
    if (bits >= 32) return a;
    return bits == 0 ? 0 : (T)((T)((unsigned)a << (32 - bits)) >> (32 - bits));
}
