// a + b as CUDA's __fadd_rn and __dadd_rn: never merged with another operation into a fused one.
template <typename T>
__device__ inline T add_apart(T a, T b) {
#pragma clang fp contract(off)
    return a + b;
}
