// 1 / sqrt(a), rounded to the nearest number, as CUDA's __frsqrt_rn.
__device__ inline float rsqrt_nearest(float a) {
    return (float)(1.0 / ::sqrt((double)a));  // right for all floats, as was tried
}
