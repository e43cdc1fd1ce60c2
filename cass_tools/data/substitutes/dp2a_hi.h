// The products of the halves of a and the two upper bytes of b, added to c, as CUDA's __dp2a_hi.
__device__ inline int dp2a_hi(int a, int b, int c) {
    b >>= 16;
    return c + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8);
}
__device__ inline unsigned dp2a_hi(unsigned a, unsigned b, unsigned c) {
    b >>= 16;
    return c + (a & 0xffff) * (b & 255) + (a >> 16) * (b >> 8 & 255);
}
__device__ inline int dp2a_hi(short2 a, char4 b, int c) {
    int x, y;
    __builtin_memcpy(&x, &a, 4);
    __builtin_memcpy(&y, &b, 4);
    return dp2a_hi(x, y, c);
}
__device__ inline unsigned dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
    unsigned x, y;
    __builtin_memcpy(&x, &a, 4);
    __builtin_memcpy(&y, &b, 4);
    return dp2a_hi(x, y, c);
}
