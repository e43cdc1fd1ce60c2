// a - b as CUDA's __fsub_rn and __dsub_rn: never merged with another operation into a fused one.
template <typename T>
__device__ inline T subtract_apart(T a, T b) {
#pragma clang fp contract(off)
    return a - b;
}
