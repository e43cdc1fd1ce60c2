// a * b as CUDA's __fmul_rn and __dmul_rn: never merged with another operation into a fused one.
template <typename T>
__device__ inline T multiply_apart(T a, T b) {
#pragma clang fp contract(off)
    return a * b;
}
