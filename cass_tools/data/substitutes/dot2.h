// The dot product of two halves of a and the two low bytes of b, each with the sign of its type, added to c.
template <typename A, typename B>
__device__ inline unsigned dot2(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 2; ++i) {
        int x = (A)-1 < (A)0 ? (int)(short)(a >> 16 * i) : (int)(unsigned short)(a >> 16 * i);
        int y = (B)-1 < (B)0 ? (int)(signed char)(b >> 8 * i) : (int)(unsigned char)(b >> 8 * i);
        c += (unsigned)(x * y);
    }
    return c;
}
