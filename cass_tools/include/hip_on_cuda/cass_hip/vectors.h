// Arithmetic of vectors by element, as HIP has it; a number stands for a vector of it.
#pragma once

#define CASS_HIP_OPERATOR(type, part, op, ...)                                                     \
  __host__ __device__ inline type operator op(type a, type b) { return {__VA_ARGS__}; }            \
  __host__ __device__ inline type &operator op##=(type & a, type b) { return a = a op b; }         \
  __host__ __device__ inline type operator op(type a, part b) {                                    \
    return a op cass_hip_all<type>(b);                                                             \
  }                                                                                                \
  __host__ __device__ inline type operator op(part a, type b) { return cass_hip_all<type>(a) op b; }

template <typename Vector, typename Part>
__host__ __device__ inline Vector cass_hip_all(Part value) {
  Vector result;
  for (unsigned i = 0; i < sizeof(Vector) / sizeof(Part); ++i)
    reinterpret_cast<Part *>(&result)[i] = value;
  return result;
}

#define CASS_HIP_2(type, part, op) CASS_HIP_OPERATOR(type, part, op, a.x op b.x, a.y op b.y)
#define CASS_HIP_3(type, part, op)                                                                 \
  CASS_HIP_OPERATOR(type, part, op, a.x op b.x, a.y op b.y, a.z op b.z)
#define CASS_HIP_4(type, part, op)                                                                 \
  CASS_HIP_OPERATOR(type, part, op, a.x op b.x, a.y op b.y, a.z op b.z, a.w op b.w)

#define CASS_HIP_VECTORS(name, part, op)                                                           \
  CASS_HIP_2(name##2, part, op) CASS_HIP_3(name##3, part, op) CASS_HIP_4(name##4, part, op)
#define CASS_HIP_ARITHMETIC(name, part)                                                            \
  CASS_HIP_VECTORS(name, part, +)                                                                  \
  CASS_HIP_VECTORS(name, part, -) CASS_HIP_VECTORS(name, part, *) CASS_HIP_VECTORS(name, part, /)

CASS_HIP_ARITHMETIC(float, float)
CASS_HIP_ARITHMETIC(int, int)
CASS_HIP_ARITHMETIC(uint, unsigned)
CASS_HIP_2(double2, double, +)
CASS_HIP_2(double2, double, -)
CASS_HIP_2(double2, double, *)
CASS_HIP_2(double2, double, /)

#undef CASS_HIP_ARITHMETIC
#undef CASS_HIP_VECTORS
#undef CASS_HIP_4
#undef CASS_HIP_3
#undef CASS_HIP_2
#undef CASS_HIP_OPERATOR
