// The hyperbolic tangents of both halves of __half2 or __hip_bfloat162 as CUDA's h2tanh.
template <typename T>
__device__ inline T h2tanh(T x) {
    decltype(x.x) low(::tanhf(__low2float(x))), high(::tanhf(__high2float(x)));
    x.x = low, x.y = high;
    return x;
}
