// The larger of a and b in both halves of the words, and whether it is that of a, as CUDA's __vibmax_s16x2 and its like.
template <typename T>
__host__ __device__ inline unsigned packed_max_which(unsigned a, unsigned b, bool* high, bool* low) {
    *high = (T)(a >> 16) >= (T)(b >> 16);
    *low = (T)a >= (T)b;
    return (*high ? a & 0xffff0000u : b & 0xffff0000u) | (*low ? a & 0xffffu : b & 0xffffu);
}
