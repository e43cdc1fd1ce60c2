// x kept between 0 and 1, 0 for NaN: what CUDA's __hadd_sat and its like give of __half and __hip_bfloat16.
template <typename T>
__host__ __device__ inline T saturated(T x) {
    float y = (float)x;
    return y >= 1 ? T(1.0f) : y > 0 ? x : T(0.0f);
}
