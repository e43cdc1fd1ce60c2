// a * b + c of complex numbers, whose parts are the halves of __half2 or __hip_bfloat162, as CUDA's __hcmadd.
template <typename T>
__device__ inline T hcmadd(T a, T b, T c) {
    unsigned short p[2], q[2];
    __builtin_memcpy(p, &a, sizeof p);
    __builtin_memcpy(q, &b, sizeof q);
    unsigned short real[2] = {p[0], p[0]}, imaginary[2] = {(unsigned short)(p[1] ^ 0x8000), p[1]}, crossed[2] = {q[1], q[0]};
    T x, y, z;
    __builtin_memcpy(&x, real, sizeof x);
    __builtin_memcpy(&y, imaginary, sizeof y);
    __builtin_memcpy(&z, crossed, sizeof z);
    return __hfma2(y, z, __hfma2(x, b, c));
}
