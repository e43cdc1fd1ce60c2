// min and max as CUDA has them, for mixed types and on the host too, and arithmetic with a rounding
// mode.
#pragma once

#include <type_traits>

namespace cass {

template <typename A, typename B>
using Common = typename std::enable_if<std::is_arithmetic<A>::value && std::is_arithmetic<B>::value,
                                       std::common_type<A, B>>::type::type;

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

// On the device clang has a template that takes two integers of different types for doubles.
#define CASS_PAIR(A, B)                                                                            \
  __device__ inline cass::Common<A, B> max(A a, B b) {                                             \
    using T = cass::Common<A, B>;                                                                  \
    return cass::larger(static_cast<T>(a), static_cast<T>(b));                                     \
  }                                                                                                \
  __device__ inline cass::Common<A, B> min(A a, B b) {                                             \
    using T = cass::Common<A, B>;                                                                  \
    return cass::smaller(static_cast<T>(a), static_cast<T>(b));                                    \
  }
#define CASS_PAIRS(A, B) CASS_PAIR(A, B) CASS_PAIR(B, A)
#define CASS_WITH_INT(T) CASS_PAIRS(T, int) CASS_PAIRS(T, unsigned)
#define CASS_WITH_LONG(T) CASS_PAIRS(T, long) CASS_PAIRS(T, unsigned long)
#define CASS_WITH_LONG_LONG(T) CASS_PAIRS(T, long long) CASS_PAIRS(T, unsigned long long)
#define CASS_SMALL(T) CASS_WITH_INT(T) CASS_WITH_LONG(T) CASS_WITH_LONG_LONG(T)
CASS_SMALL(char)
CASS_SMALL(signed char)
CASS_SMALL(unsigned char)
CASS_SMALL(short)
CASS_SMALL(unsigned short)
CASS_PAIRS(int, unsigned)
CASS_WITH_LONG(int)
CASS_WITH_LONG(unsigned)
CASS_WITH_LONG_LONG(int)
CASS_WITH_LONG_LONG(unsigned)
CASS_PAIRS(long, unsigned long)
CASS_WITH_LONG_LONG(long)
CASS_WITH_LONG_LONG(unsigned long)
CASS_PAIRS(long long, unsigned long long)
#undef CASS_SMALL
#undef CASS_WITH_LONG_LONG
#undef CASS_WITH_LONG
#undef CASS_WITH_INT
#undef CASS_PAIRS
#undef CASS_PAIR

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
__host__ inline double normcdf(double x) {
  return 0.5 * __builtin_erfc(-x * 0.70710678118654752440);
}
__host__ inline float normcdff(float x) { return float(normcdf(double(x))); }
#undef CASS_BOTH
