// a * b + c rounded once, or 0 if that is negative, for __half and __hip_bfloat16 as CUDA's __hfma_relu.
template <typename T>
__device__ inline T hfma_relu(T a, T b, T c) {
    T result = __hfma(a, b, c);
    unsigned short bits;
    __builtin_memcpy(&bits, &result, sizeof bits);
    bits = __hisnan(result) ? 0x7fff : bits & 0x8000 ? 0 : bits;
    __builtin_memcpy(&result, &bits, sizeof bits);
    return result;
}
