// min and max as CUDA has them, for mixed types and on the host too, and arithmetic with a rounding mode.
#pragma once

#include <type_traits>

namespace cass {

template <typename A, typename B>
using Common = std::enable_if_t<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value,
                                std::common_type_t<A, B>>;

template <typename T> __host__ __device__ inline T larger(T a, T b) { return a < b ? b : a; }
template <typename T> __host__ __device__ inline T smaller(T a, T b) { return b < a ? b : a; }
__host__ __device__ inline float larger(float a, float b) { return __builtin_fmaxf(a, b); }
__host__ __device__ inline float smaller(float a, float b) { return __builtin_fminf(a, b); }
__host__ __device__ inline double larger(double a, double b) { return __builtin_fmax(a, b); }
__host__ __device__ inline double smaller(double a, double b) { return __builtin_fmin(a, b); }

} // namespace cass

// Templates, so that they lose against HIP's functions and std::max where those fit.
template <typename A, typename B> __host__ inline cass::Common<A, B> max(A a, B b) {
  using T = cass::Common<A, B>;
  return cass::larger(static_cast<T>(a), static_cast<T>(b));
}
template <typename A, typename B> __host__ inline cass::Common<A, B> min(A a, B b) {
  using T = cass::Common<A, B>;
  return cass::smaller(static_cast<T>(a), static_cast<T>(b));
}
template <typename A, typename B, typename = std::enable_if_t<!std::is_same<A, B>::value>>
__device__ inline cass::Common<A, B> max(A a, B b) {
  using T = cass::Common<A, B>;
  return cass::larger(static_cast<T>(a), static_cast<T>(b));
}
template <typename A, typename B, typename = std::enable_if_t<!std::is_same<A, B>::value>>
__device__ inline cass::Common<A, B> min(A a, B b) {
  using T = cass::Common<A, B>;
  return cass::smaller(static_cast<T>(a), static_cast<T>(b));
}

#define CASS_BOTH __host__ __device__ inline
CASS_BOTH unsigned umin(unsigned a, unsigned b) { return cass::smaller(a, b); }
CASS_BOTH unsigned umax(unsigned a, unsigned b) { return cass::larger(a, b); }
CASS_BOTH long long llmin(long long a, long long b) { return cass::smaller(a, b); }
CASS_BOTH long long llmax(long long a, long long b) { return cass::larger(a, b); }
CASS_BOTH unsigned long long ullmin(unsigned long long a, unsigned long long b) {
  return cass::smaller(a, b);
}
CASS_BOTH unsigned long long ullmax(unsigned long long a, unsigned long long b) {
  return cass::larger(a, b);
}
// On the host these are no part of the C library, and on the device HIP has them.
__host__ inline float rsqrtf(float x) { return 1.0f / __builtin_sqrtf(x); }
__host__ inline double rsqrt(double x) { return 1.0 / __builtin_sqrt(x); }
__host__ inline double rsqrt(float x) { return rsqrtf(x); }
__host__ inline float rcbrtf(float x) { return 1.0f / __builtin_cbrtf(x); }
__host__ inline double rcbrt(double x) { return 1.0 / __builtin_cbrt(x); }
__host__ inline void sincospif(float x, float *s, float *c) {
  *s = __builtin_sinf(x * 3.14159265f), *c = __builtin_cosf(x * 3.14159265f);
}
__host__ inline double normcdf(double x) { return 0.5 * __builtin_erfc(-x * 0.70710678118654752440); }
__host__ inline float normcdff(float x) { return float(normcdf(double(x))); }
#undef CASS_BOTH
