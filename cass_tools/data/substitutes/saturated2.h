// Both halves kept between 0 and 1, 0 for NaN: what CUDA's __hadd2_sat and its like give of __half2 and __hip_bfloat162.
template <typename T>
__host__ __device__ inline T saturated2(T pair) {
    float low = __low2float(pair), high = __high2float(pair);
    pair.x = decltype(pair.x)(low >= 1 ? 1.0f : low > 0 ? low : 0.0f);
    pair.y = decltype(pair.y)(high >= 1 ? 1.0f : high > 0 ? high : 0.0f);
    return pair;
}
