// Reads of textures at the coordinates of a table, and accesses of surfaces at those of another one.
#include <cuda_runtime.h>

typedef cudaTextureObject_t T;
typedef cudaSurfaceObject_t S;

#define AT int i = blockIdx.x * blockDim.x + threadIdx.x;
#define TEX(name, call)                                                                            \
  extern "C" __global__ void name(T t, const float4 *at, float4 *out) {                            \
    AT float4 p = at[i];                                                                           \
    out[i] = call;                                                                                 \
  }
TEX(line, tex1D<float4>(t, p.x))
TEX(plane, tex2D<float4>(t, p.x, p.y))
TEX(volume, tex3D<float4>(t, p.x, p.y, p.z))
TEX(lines, tex1DLayered<float4>(t, p.x, (int)p.z))
TEX(planes, tex2DLayered<float4>(t, p.x, p.y, (int)p.z))
TEX(cube, texCubemap<float4>(t, p.x, p.y, p.z))
TEX(cubes, texCubemapLayered<float4>(t, p.x, p.y, p.z, (int)p.w))
TEX(gather_r, tex2Dgather<float4>(t, p.x, p.y, 0))
TEX(gather_a, tex2Dgather<float4>(t, p.x, p.y, 3))
TEX(fetch, tex1Dfetch<float4>(t, (int)p.x))
TEX(level, tex2DLod<float4>(t, p.x, p.y, p.z))
TEX(level_zero, tex2DLod<float4>(t, p.x, p.y, 0.f))
TEX(gradient, tex2DGrad<float4>(t, p.x, p.y, make_float2(p.z, p.w), make_float2(p.w, -p.z)))
TEX(gradient_line, tex1DGrad<float4>(t, p.x, p.z, p.w))
TEX(level_planes, tex2DLayeredLod<float4>(t, p.x, p.y, (int)p.z, p.w))

#define PTX(name, code, ...)                                                                       \
  extern "C" __global__ void name(T t, const float4 *at, float4 *out) {                            \
    AT float4 p = at[i], v;                                                                        \
    asm(code : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(t), __VA_ARGS__);                  \
    out[i] = v;                                                                                    \
  }
PTX(integers, "tex.2d.v4.f32.s32 {%0,%1,%2,%3},[%4,{%5,%6}];", "r"((int)p.x), "r"((int)p.y))
PTX(level_integers, "tex.level.2d.v4.f32.s32 {%0,%1,%2,%3},[%4,{%5,%6}],%7;", "r"((int)p.x),
    "r"((int)p.y), "r"((int)p.z))
PTX(moved, "tex.2d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6}],{1,-2};", "f"(p.x), "f"(p.y))
PTX(moved_integers, "tex.2d.v4.f32.s32 {%0,%1,%2,%3},[%4,{%5,%6}],{1,-1};", "r"((int)p.x), "r"((int)p.y))
PTX(moved_gather, "tld4.r.2d.v4.f32.f32 {%0,%1,%2,%3},[%4,{%5,%6}],{1,-1};", "f"(p.x), "f"(p.y))

// The texture differs from thread to thread, and some components are not asked for.
extern "C" __global__ void chosen(const T *t, const float4 *at, float4 *out) {
  AT float4 p = at[i];
  float4 v = tex2D<float4>(t[i % 3], p.x, p.y);
  out[i] = make_float4(tex1Dfetch<float>(t[3], i), v.w, v.y, v.z);
}

extern "C" __global__ void sizes(T t, int4 *out) {
  int w, h, d;
  asm("txq.width.b32 %0,[%1];" : "=r"(w) : "l"(t));
  asm("txq.height.b32 %0,[%1];" : "=r"(h) : "l"(t));
  asm("txq.level.width.b32 %0,[%1],1;" : "=r"(d) : "l"(t));
  out[threadIdx.x] = make_int4(w, h, d, 0);
}

#define READ(name, type, function, ...)                                                            \
  extern "C" __global__ void name(S s, const int4 *at, int4 *out) {                                \
    AT int4 p = at[i];                                                                             \
    type v;                                                                                        \
    function(&v, s, __VA_ARGS__);                                                                  \
    out[i] = make_int4((int)v, 0, 0, 0);                                                           \
  }
#define WRITE(name, type, function, ...)                                                           \
  extern "C" __global__ void name(S s, const int4 *at, int4 *) {                                   \
    AT int4 p = at[i];                                                                             \
    function((type)(1000 + i), s, __VA_ARGS__);                                                    \
  }
READ(read_line_clamp, unsigned, surf1Dread, p.x, cudaBoundaryModeClamp)
READ(read_line_zero, unsigned, surf1Dread, p.x, cudaBoundaryModeZero)
READ(read_plane_clamp, unsigned, surf2Dread, p.x, p.y, cudaBoundaryModeClamp)
READ(read_plane_zero, unsigned, surf2Dread, p.x, p.y, cudaBoundaryModeZero)
READ(read_volume_clamp, unsigned, surf3Dread, p.x, p.y, p.z, cudaBoundaryModeClamp)
READ(read_volume_zero, unsigned, surf3Dread, p.x, p.y, p.z, cudaBoundaryModeZero)
READ(read_planes_clamp, unsigned, surf2DLayeredread, p.x, p.y, p.z, cudaBoundaryModeClamp)
READ(read_planes_zero, unsigned, surf2DLayeredread, p.x, p.y, p.z, cudaBoundaryModeZero)
READ(read_byte, unsigned char, surf2Dread, p.x, p.y, cudaBoundaryModeClamp)
READ(read_short, short, surf2Dread, p.x, p.y, cudaBoundaryModeClamp)
READ(read_long, long long, surf2Dread, p.x, p.y, cudaBoundaryModeClamp)
READ(read_trap, unsigned, surf2Dread, p.x, p.y, cudaBoundaryModeTrap)
WRITE(write_line_zero, unsigned, surf1Dwrite, p.x, cudaBoundaryModeZero)
WRITE(write_plane_clamp, unsigned, surf2Dwrite, p.x, p.y, cudaBoundaryModeClamp)
WRITE(write_plane_zero, unsigned, surf2Dwrite, p.x, p.y, cudaBoundaryModeZero)
WRITE(write_volume_zero, unsigned, surf3Dwrite, p.x, p.y, p.z, cudaBoundaryModeZero)
WRITE(write_planes_clamp, unsigned, surf2DLayeredwrite, p.x, p.y, p.z, cudaBoundaryModeClamp)
WRITE(write_byte, unsigned char, surf2Dwrite, p.x, p.y, cudaBoundaryModeZero)
WRITE(write_short, short, surf2Dwrite, p.x, p.y, cudaBoundaryModeZero)
WRITE(write_long, long long, surf2Dwrite, p.x, p.y, cudaBoundaryModeZero)

extern "C" __global__ void read_four(S s, const int4 *at, int4 *out) {
  AT surf2Dread(&out[i], s, at[i].x, at[i].y, cudaBoundaryModeZero);
}
extern "C" __global__ void write_four(S s, const int4 *at, int4 *) {
  AT surf2Dwrite(make_int4(i, -i, 7, at[i].x), s, at[i].x, at[i].y, cudaBoundaryModeClamp);
}

// Formatted: the number becomes one of the surface's format.
extern "C" __global__ void write_numbers(S s, const int4 *at, int4 *) {
  AT int4 p = at[i];
  asm volatile("sust.p.2d.v4.b32.zero [%0,{%1,%2}],{%3,%4,%5,%6};" ::"l"(s), "r"(p.x), "r"(p.y), "r"(p.z), "r"(p.w),
               "r"(p.w * 3), "r"(-p.z));
}
extern "C" __global__ void write_number(S s, const int4 *at, int4 *) {
  AT int4 p = at[i];
  asm volatile("sust.p.2d.b32.zero [%0,{%1,%2}],{%3};" ::"l"(s), "r"(p.x), "r"(p.y), "r"(p.z));
}

#define REDUCE(name, form, constraint, value)                                                      \
  extern "C" __global__ void name(S s, const int4 *at, int4 *) {                                   \
    AT int4 p = at[i];                                                                             \
    asm volatile("sured." form ".zero [%0,{%1,%2}],%3;" ::"l"(s), "r"(p.x), "r"(p.y), constraint(value)); \
  }
REDUCE(add_words, "b.add.2d.u32", "r", p.z)
REDUCE(least_word, "b.min.2d.s32", "r", p.z)
REDUCE(greatest_word, "b.max.2d.u32", "r", p.z)
REDUCE(and_words, "b.and.2d.b32", "r", p.z)
REDUCE(or_words, "b.or.2d.b32", "r", p.z)
REDUCE(add_longs, "b.add.2d.u64", "l", (long long)p.z << 16)
REDUCE(least_long, "b.min.2d.s64", "l", (long long)p.z << 16)
REDUCE(add_elements, "p.add.2d.b32", "r", p.z)
REDUCE(least_element, "p.min.2d.b32", "r", p.z)
