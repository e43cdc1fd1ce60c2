// The product of the lower 24 bits of two numbers, as CUDA's __umul24: HIP's is an int.
__device__ inline unsigned umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
