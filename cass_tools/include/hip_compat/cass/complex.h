// hipFloatComplex and hipDoubleComplex as functions on float2 and double2, without operators.
#pragma once

#define CASS_COMPLEX(TYPE, REAL, MAKE, F)                                                          \
  __host__ __device__ static inline TYPE MAKE(REAL a, REAL b) {                                    \
    TYPE z;                                                                                        \
    z.x = a, z.y = b;                                                                              \
    return z;                                                                                      \
  }                                                                                                \
  __host__ __device__ static inline REAL hipCreal##F(TYPE z) { return z.x; }                       \
  __host__ __device__ static inline REAL hipCimag##F(TYPE z) { return z.y; }                       \
  __host__ __device__ static inline TYPE hipConj##F(TYPE z) { return MAKE(z.x, -z.y); }            \
  __host__ __device__ static inline REAL hipCsqabs##F(TYPE z) { return z.x * z.x + z.y * z.y; }    \
  __host__ __device__ static inline TYPE hipCadd##F(TYPE p, TYPE q) {                              \
    return MAKE(p.x + q.x, p.y + q.y);                                                             \
  }                                                                                                \
  __host__ __device__ static inline TYPE hipCsub##F(TYPE p, TYPE q) {                              \
    return MAKE(p.x - q.x, p.y - q.y);                                                             \
  }                                                                                                \
  __host__ __device__ static inline TYPE hipCmul##F(TYPE p, TYPE q) {                              \
    return MAKE(p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y);                                     \
  }                                                                                                \
  __host__ __device__ static inline TYPE hipCdiv##F(TYPE p, TYPE q) {                              \
    const REAL square = hipCsqabs##F(q);                                                           \
    return MAKE((p.x * q.x + p.y * q.y) / square, (p.y * q.x - p.x * q.y) / square);               \
  }                                                                                                \
  __host__ __device__ static inline REAL hipCabs##F(TYPE z) {                                      \
    return __builtin_sqrt##F(hipCsqabs##F(z));                                                     \
  }                                                                                                \
  __host__ __device__ static inline TYPE hipCfma##F(TYPE p, TYPE q, TYPE r) {                      \
    return MAKE(p.x * q.x + r.x - p.y * q.y, q.x * p.y + r.y + p.x * q.y);                         \
  }

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;
CASS_COMPLEX(hipFloatComplex, float, make_hipFloatComplex, f)
CASS_COMPLEX(hipDoubleComplex, double, make_hipDoubleComplex, )
#undef CASS_COMPLEX

__host__ __device__ static inline hipComplex make_hipComplex(float x, float y) {
  return make_hipFloatComplex(x, y);
}
__host__ __device__ static inline hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return make_hipFloatComplex(float(z.x), float(z.y));
}
__host__ __device__ static inline hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
  return make_hipDoubleComplex(z.x, z.y);
}
