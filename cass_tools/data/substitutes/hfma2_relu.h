// a * b + c rounded once, or 0 if that is negative, in both halves of __half2 and __hip_bfloat162 as CUDA's __hfma2_relu.
template <typename T>
__device__ inline T hfma2_relu(T a, T b, T c) {
    T result = __hfma2(a, b, c);
    unsigned short bits[2];
    __builtin_memcpy(bits, &result, sizeof bits);
    for (int i = 0; i < 2; ++i) {
        float x = i ? __high2float(result) : __low2float(result);
        bits[i] = x != x ? 0x7fff : bits[i] & 0x8000 ? 0 : bits[i];
    }
    __builtin_memcpy(&result, bits, sizeof bits);
    return result;
}
