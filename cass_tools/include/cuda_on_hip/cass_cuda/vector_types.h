// CUDA's vector types: plain structures without operators, so that those of the source itself are
// the only ones.
//
// HIP's types of the same names have operators that clash with a source's own. The names are taken
// over by macros; values convert to HIP's types where a HIP function wants one.
#pragma once

#define CASS_VECTOR(NAME, COUNT, TYPE, ELEMENT, ALIGNMENT, ...)                                    \
  struct alignas(ALIGNMENT) cass_##NAME##COUNT {                                                   \
    TYPE __VA_ARGS__;                                                                              \
    __host__ __device__ operator HIP_vector_type<ELEMENT, COUNT>() const {                         \
      HIP_vector_type<ELEMENT, COUNT> other;                                                       \
      __builtin_memcpy(&other, this, sizeof(TYPE) * COUNT);                                        \
      return other;                                                                                \
    }                                                                                              \
  };

#define CASS_VECTORS(NAME, TYPE, ELEMENT, ALIGN1, ALIGN2, ALIGN4)                                  \
  CASS_VECTOR(NAME, 1, TYPE, ELEMENT, ALIGN1, x)                                                   \
  CASS_VECTOR(NAME, 2, TYPE, ELEMENT, ALIGN2, x, y)                                                \
  CASS_VECTOR(NAME, 3, TYPE, ELEMENT, ALIGN1, x, y, z)                                             \
  CASS_VECTOR(NAME, 4, TYPE, ELEMENT, ALIGN4, x, y, z, w)                                          \
  __host__ __device__ constexpr cass_##NAME##1 cass_make_##NAME##1(TYPE x) { return {x}; }         \
  __host__ __device__ constexpr cass_##NAME##2 cass_make_##NAME##2(TYPE x, TYPE y) {               \
    return {x, y};                                                                                 \
  }                                                                                                \
  __host__ __device__ constexpr cass_##NAME##3 cass_make_##NAME##3(TYPE x, TYPE y, TYPE z) {       \
    return {x, y, z};                                                                              \
  }                                                                                                \
  __host__ __device__ constexpr cass_##NAME##4 cass_make_##NAME##4(TYPE x, TYPE y, TYPE z,         \
                                                                   TYPE w) {                       \
    return {x, y, z, w};                                                                           \
  }

CASS_VECTORS(char, signed char, char, 1, 2, 4)
CASS_VECTORS(uchar, unsigned char, unsigned char, 1, 2, 4)
CASS_VECTORS(short, short, short, 2, 4, 8)
CASS_VECTORS(ushort, unsigned short, unsigned short, 2, 4, 8)
CASS_VECTORS(int, int, int, 4, 8, 16)
CASS_VECTORS(long, long, long, 8, 16, 16)
CASS_VECTORS(ulong, unsigned long, unsigned long, 8, 16, 16)
CASS_VECTORS(longlong, long long, long long, 8, 16, 16)
CASS_VECTORS(ulonglong, unsigned long long, unsigned long long, 8, 16, 16)
CASS_VECTORS(float, float, float, 4, 8, 16)
CASS_VECTORS(double, double, double, 8, 16, 16)

// As above, and the third is what threadIdx is.
CASS_VECTOR(uint, 1, unsigned, unsigned, 4, x)
CASS_VECTOR(uint, 2, unsigned, unsigned, 8, x, y)
CASS_VECTOR(uint, 4, unsigned, unsigned, 16, x, y, z, w)
struct cass_uint3 {
  unsigned x, y, z;
  __host__ __device__ constexpr operator dim3() const { return dim3(x, y, z); }
  __host__ __device__ operator HIP_vector_type<unsigned, 3>() const { return {x, y, z}; }
};
__host__ __device__ constexpr cass_uint1 cass_make_uint1(unsigned x) { return {x}; }
__host__ __device__ constexpr cass_uint2 cass_make_uint2(unsigned x, unsigned y) { return {x, y}; }
__host__ __device__ constexpr cass_uint3 cass_make_uint3(unsigned x, unsigned y, unsigned z) {
  return {x, y, z};
}
__host__ __device__ constexpr cass_uint4 cass_make_uint4(unsigned x, unsigned y, unsigned z,
                                                         unsigned w) {
  return {x, y, z, w};
}

#undef CASS_VECTORS
#undef CASS_VECTOR

#define char1 cass_char1
#define char2 cass_char2
#define char3 cass_char3
#define char4 cass_char4
#define uchar1 cass_uchar1
#define uchar2 cass_uchar2
#define uchar3 cass_uchar3
#define uchar4 cass_uchar4
#define short1 cass_short1
#define short2 cass_short2
#define short3 cass_short3
#define short4 cass_short4
#define ushort1 cass_ushort1
#define ushort2 cass_ushort2
#define ushort3 cass_ushort3
#define ushort4 cass_ushort4
#define int1 cass_int1
#define int2 cass_int2
#define int3 cass_int3
#define int4 cass_int4
#define long1 cass_long1
#define long2 cass_long2
#define long3 cass_long3
#define long4 cass_long4
#define ulong1 cass_ulong1
#define ulong2 cass_ulong2
#define ulong3 cass_ulong3
#define ulong4 cass_ulong4
#define longlong1 cass_longlong1
#define longlong2 cass_longlong2
#define longlong3 cass_longlong3
#define longlong4 cass_longlong4
#define ulonglong1 cass_ulonglong1
#define ulonglong2 cass_ulonglong2
#define ulonglong3 cass_ulonglong3
#define ulonglong4 cass_ulonglong4
#define float1 cass_float1
#define float2 cass_float2
#define float3 cass_float3
#define float4 cass_float4
#define double1 cass_double1
#define double2 cass_double2
#define double3 cass_double3
#define double4 cass_double4
#define uint1 cass_uint1
#define uint2 cass_uint2
#define uint3 cass_uint3
#define uint4 cass_uint4
#undef make_char1
#define make_char1 cass_make_char1
#undef make_char2
#define make_char2 cass_make_char2
#undef make_char3
#define make_char3 cass_make_char3
#undef make_char4
#define make_char4 cass_make_char4
#undef make_uchar1
#define make_uchar1 cass_make_uchar1
#undef make_uchar2
#define make_uchar2 cass_make_uchar2
#undef make_uchar3
#define make_uchar3 cass_make_uchar3
#undef make_uchar4
#define make_uchar4 cass_make_uchar4
#undef make_short1
#define make_short1 cass_make_short1
#undef make_short2
#define make_short2 cass_make_short2
#undef make_short3
#define make_short3 cass_make_short3
#undef make_short4
#define make_short4 cass_make_short4
#undef make_ushort1
#define make_ushort1 cass_make_ushort1
#undef make_ushort2
#define make_ushort2 cass_make_ushort2
#undef make_ushort3
#define make_ushort3 cass_make_ushort3
#undef make_ushort4
#define make_ushort4 cass_make_ushort4
#undef make_int1
#define make_int1 cass_make_int1
#undef make_int2
#define make_int2 cass_make_int2
#undef make_int3
#define make_int3 cass_make_int3
#undef make_int4
#define make_int4 cass_make_int4
#undef make_long1
#define make_long1 cass_make_long1
#undef make_long2
#define make_long2 cass_make_long2
#undef make_long3
#define make_long3 cass_make_long3
#undef make_long4
#define make_long4 cass_make_long4
#undef make_ulong1
#define make_ulong1 cass_make_ulong1
#undef make_ulong2
#define make_ulong2 cass_make_ulong2
#undef make_ulong3
#define make_ulong3 cass_make_ulong3
#undef make_ulong4
#define make_ulong4 cass_make_ulong4
#undef make_longlong1
#define make_longlong1 cass_make_longlong1
#undef make_longlong2
#define make_longlong2 cass_make_longlong2
#undef make_longlong3
#define make_longlong3 cass_make_longlong3
#undef make_longlong4
#define make_longlong4 cass_make_longlong4
#undef make_ulonglong1
#define make_ulonglong1 cass_make_ulonglong1
#undef make_ulonglong2
#define make_ulonglong2 cass_make_ulonglong2
#undef make_ulonglong3
#define make_ulonglong3 cass_make_ulonglong3
#undef make_ulonglong4
#define make_ulonglong4 cass_make_ulonglong4
#undef make_float1
#define make_float1 cass_make_float1
#undef make_float2
#define make_float2 cass_make_float2
#undef make_float3
#define make_float3 cass_make_float3
#undef make_float4
#define make_float4 cass_make_float4
#undef make_double1
#define make_double1 cass_make_double1
#undef make_double2
#define make_double2 cass_make_double2
#undef make_double3
#define make_double3 cass_make_double3
#undef make_double4
#define make_double4 cass_make_double4
#undef make_uint1
#define make_uint1 cass_make_uint1
#undef make_uint2
#define make_uint2 cass_make_uint2
#undef make_uint3
#define make_uint3 cass_make_uint3
#undef make_uint4
#define make_uint4 cass_make_uint4

namespace cass {

// HIP's counterpart of a CUDA vector type, and how many elements of which type it has.
template <typename T> struct VectorTraits {
  static constexpr int kCount = 0;
};
#define CASS_TRAITS(NAME, COUNT, ELEMENT)                                                          \
  template <> struct VectorTraits<cass_##NAME##COUNT> {                                            \
    static constexpr int kCount = COUNT;                                                           \
    using Element = ELEMENT;                                                                       \
    using Hip = HIP_vector_type<ELEMENT, COUNT>;                                                   \
  };
#define CASS_TRAITS_ALL(NAME, ELEMENT)                                                             \
  CASS_TRAITS(NAME, 1, ELEMENT)                                                                    \
  CASS_TRAITS(NAME, 2, ELEMENT) CASS_TRAITS(NAME, 3, ELEMENT) CASS_TRAITS(NAME, 4, ELEMENT)
CASS_TRAITS_ALL(char, char)
CASS_TRAITS_ALL(uchar, unsigned char)
CASS_TRAITS_ALL(short, short)
CASS_TRAITS_ALL(ushort, unsigned short)
CASS_TRAITS_ALL(int, int)
CASS_TRAITS_ALL(long, long)
CASS_TRAITS_ALL(ulong, unsigned long)
CASS_TRAITS_ALL(longlong, long long)
CASS_TRAITS_ALL(ulonglong, unsigned long long)
CASS_TRAITS_ALL(float, float)
CASS_TRAITS_ALL(double, double)
CASS_TRAITS_ALL(uint, unsigned)
#undef CASS_TRAITS_ALL
#undef CASS_TRAITS

template <typename T, typename Hip> __host__ __device__ T from_hip(const Hip &other) {
  T value;
  __builtin_memcpy(&value, &other, sizeof(T));
  return value;
}

} // namespace cass
