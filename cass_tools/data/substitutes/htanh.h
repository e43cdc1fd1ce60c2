// The hyperbolic tangent of __half or __hip_bfloat16 as CUDA's htanh.
template <typename T>
__device__ inline T htanh(T x) {
    return T(::tanhf((float)x));
}
