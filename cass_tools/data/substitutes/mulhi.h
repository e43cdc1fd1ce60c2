// The upper 32 bits of a product, as CUDA's old mulhi: unsigned where either factor is.
__device__ inline int mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
__device__ inline unsigned mulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
__device__ inline unsigned mulhi(unsigned a, int b) { return mulhi(a, (unsigned)b); }
__device__ inline unsigned mulhi(int a, unsigned b) { return mulhi((unsigned)a, b); }
