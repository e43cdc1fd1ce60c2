// The upper 64 bits of a product, as CUDA's old mul64hi: unsigned where either factor is.
__device__ inline long long mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
__device__ inline unsigned long long mul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}
__device__ inline unsigned long long mul64hi(unsigned long long a, long long b) {
    return mul64hi(a, (unsigned long long)b);
}
__device__ inline unsigned long long mul64hi(long long a, unsigned long long b) {
    return mul64hi((unsigned long long)a, b);
}
