// The dot product of four bytes, each with the sign of its type, added to c.
template <typename A, typename B>
__device__ inline unsigned dot4(unsigned a, unsigned b, unsigned c) {
    for (int i = 0; i < 32; i += 8) {
        int x = (A)-1 < (A)0 ? (int)(signed char)(a >> i) : (int)(unsigned char)(a >> i);
        int y = (B)-1 < (B)0 ? (int)(signed char)(b >> i) : (int)(unsigned char)(b >> i);
        c += (unsigned)(x * y);
    }
    return c;
}
