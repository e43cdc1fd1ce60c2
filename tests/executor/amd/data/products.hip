// Whole matrix products by matrix instructions: each kernel spreads row-major matrices over the lanes as the vendor's
// tables say, multiplies along all of k, and writes a row-major result.
#include <hip/hip_runtime.h>

template <class To, class From> __device__ To as(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "whole registers");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

#define VECTOR(type, count) __attribute__((__vector_size__(count * sizeof(type)))) type

#if defined(__gfx90a__) || defined(__gfx942__)
// Row of a result in a lane of gfx9.
__device__ int row_of(int m, int wide, int number, int lane)
{
    if (wide)
        return 4 * number + lane / 16;
    if (m == 4)
        return number;
    return m == 32 ? 8 * (number / 4 % 4) + 4 * (lane / 32) + number % 4 : 4 * (lane / 16) + number % 4;
}

// a[blocks][m][k], b[blocks][k][m], d[blocks][m][m]; one step of the instruction covers `step` of k.
#define MFMA(name, builtin, element, source, sum, result, m, step, blocks)                                            \
    extern "C" __global__ void name(sum *d, const element *a, const element *b, int k)                                \
    {                                                                                                                  \
        const int lane = threadIdx.x, row = lane % m, block = lane / m % blocks;                                      \
        constexpr int depth = step * m * blocks / 64, numbers = m * m * blocks / 64;                                  \
        result total = {};                                                                                            \
        for (int at = 0; at < k; at += step) {                                                                        \
            element left[depth], right[depth];                                                                        \
            for (int i = 0; i < depth; ++i) {                                                                         \
                const int along = at + lane / (m * blocks) * depth + i;                                               \
                left[i] = a[(block * m + row) * k + along];                                                           \
                right[i] = b[(block * k + along) * m + row];                                                          \
            }                                                                                                         \
            total = builtin(as<source>(left), as<source>(right), total, 0, 0, 0);                                     \
        }                                                                                                             \
        for (int i = 0; i < numbers; ++i) {                                                                           \
            const int of = m == 32 ? i / 16 : m == 16 ? i / 4 % blocks : lane / 4;                                    \
            d[(of * m + row_of(m, sizeof(sum) == 8, i, lane)) * m + lane % m] = total[i];                             \
        }                                                                                                             \
    }

using Half4 = VECTOR(__fp16, 4);
using Short4 = VECTOR(short, 4);
MFMA(f32_32x32x1, __builtin_amdgcn_mfma_f32_32x32x1f32, float, float, float, VECTOR(float, 32), 32, 1, 2)
MFMA(f32_32x32x2, __builtin_amdgcn_mfma_f32_32x32x2f32, float, float, float, VECTOR(float, 16), 32, 2, 1)
MFMA(f32_16x16x4, __builtin_amdgcn_mfma_f32_16x16x4f32, float, float, float, VECTOR(float, 4), 16, 4, 1)
MFMA(f32_4x4x1, __builtin_amdgcn_mfma_f32_4x4x1f32, float, float, float, VECTOR(float, 4), 4, 1, 16)
MFMA(f16_32x32x8, __builtin_amdgcn_mfma_f32_32x32x8f16, __fp16, Half4, float, VECTOR(float, 16), 32, 8, 1)
MFMA(f16_16x16x16, __builtin_amdgcn_mfma_f32_16x16x16f16, __fp16, Half4, float, VECTOR(float, 4), 16, 16, 1)
MFMA(bf16_16x16x16, __builtin_amdgcn_mfma_f32_16x16x16bf16_1k, short, Short4, float, VECTOR(float, 4), 16, 16, 1)
MFMA(f64_16x16x4, __builtin_amdgcn_mfma_f64_16x16x4f64, double, double, double, VECTOR(double, 4), 16, 4, 1)
#if defined(__gfx942__)
MFMA(i8_16x16x32, __builtin_amdgcn_mfma_i32_16x16x32_i8, signed char, long, int, VECTOR(int, 4), 16, 32, 1)
MFMA(i8_32x32x16, __builtin_amdgcn_mfma_i32_32x32x16_i8, signed char, long, int, VECTOR(int, 16), 32, 16, 1)
MFMA(fp8_16x16x32, __builtin_amdgcn_mfma_f32_16x16x32_fp8_fp8, unsigned char, long, float, VECTOR(float, 4), 16, 32, 1)
MFMA(fp8_32x32x16, __builtin_amdgcn_mfma_f32_32x32x16_fp8_fp8, unsigned char, long, float, VECTOR(float, 16), 32, 16, 1)

// a[16][16] holds two of each four elements along k = 32; `places` holds their two-bit numbers, a word for a lane.
extern "C" __global__ void sparse_16x16x32(float *d, const __fp16 *a, const __fp16 *b, const int *places)
{
    const int lane = threadIdx.x, row = lane % 16, group = lane / 16;
    __fp16 left[4], right[8];
    for (int i = 0; i < 4; ++i)
        left[i] = a[row * 16 + group * 4 + i];
    for (int i = 0; i < 8; ++i)
        right[i] = b[(group * 8 + i) * 16 + row];
    VECTOR(float, 4) total = {};
    total = __builtin_amdgcn_smfmac_f32_16x16x32_f16(as<Half4>(left), as<VECTOR(__fp16, 8)>(right), total, places[lane],
                                                     0, 0);
    for (int i = 0; i < 4; ++i)
        d[(4 * group + i) * 16 + row] = total[i];
}
#else
MFMA(i8_16x16x16, __builtin_amdgcn_mfma_i32_16x16x16i8, signed char, int, int, VECTOR(int, 4), 16, 16, 1)
MFMA(i8_32x32x8, __builtin_amdgcn_mfma_i32_32x32x8i8, signed char, int, int, VECTOR(int, 16), 32, 8, 1)
#endif
#endif

#if defined(__gfx1100__)
#if __AMDGCN_WAVEFRONT_SIZE__ == 64
#define SIZED(name) name##_w64
#else
#define SIZED(name) name##_w32
#endif

// a[16][k], b[16][k] (its transpose), d[16][16]; each lane holds a row of a and a column of b, lanes from 16 on copies of them.
#define WMMA(name, element, per_word, sum, call)                                                                      \
    extern "C" __global__ void name(sum *d, const element *a, const element *b, int k)                                \
    {                                                                                                                  \
        const int lane = threadIdx.x, row = lane % 16;                                                                \
        constexpr int across = __AMDGCN_WAVEFRONT_SIZE__ / 16, items = 16 / per_word;                                 \
        VECTOR(sum, 256 / __AMDGCN_WAVEFRONT_SIZE__) total = {};                                                      \
        for (int at = 0; at < k; at += 16) {                                                                          \
            element left[items], right[items];                                                                        \
            for (int i = 0; i < items; ++i) {                                                                         \
                left[i] = a[(row * k + at) / per_word + i];                                                           \
                right[i] = b[(row * k + at) / per_word + i];                                                          \
            }                                                                                                         \
            total = call;                                                                                             \
        }                                                                                                             \
        for (int i = 0; i < 16 / across; ++i)                                                                         \
            d[(i * across + lane / 16) * 16 + row] = total[i];                                                        \
    }

using Half16 = VECTOR(__fp16, 16);
using Short16 = VECTOR(short, 16);
using Int4 = VECTOR(int, 4);
using Int2 = VECTOR(int, 2);
WMMA(f16, __fp16, 1, float,
     SIZED(__builtin_amdgcn_wmma_f32_16x16x16_f16)(as<Half16>(left), as<Half16>(right), total))
WMMA(bf16, short, 1, float,
     SIZED(__builtin_amdgcn_wmma_f32_16x16x16_bf16)(as<Short16>(left), as<Short16>(right), total))
WMMA(iu8, signed char, 1, int,
     SIZED(__builtin_amdgcn_wmma_i32_16x16x16_iu8)(true, as<Int4>(left), true, as<Int4>(right), total, false))
WMMA(iu4, unsigned char, 2, int,
     SIZED(__builtin_amdgcn_wmma_i32_16x16x16_iu4)(false, as<Int2>(left), true, as<Int2>(right), total, false))
#endif

#if defined(__gfx1200__)
// a[16][k], b[16][k] (its transpose), d[16][16]; the lanes from 16 on hold the second half of each 16 along k, and of the
// result the last eight rows.
#define SPLIT(name, element, per_word, sum, call)                                                                     \
    extern "C" __global__ void name(sum *d, const element *a, const element *b, int k)                                \
    {                                                                                                                  \
        const int lane = threadIdx.x, row = lane % 16, half = lane / 16;                                              \
        constexpr int items = 8 / per_word;                                                                           \
        VECTOR(sum, 8) total = {};                                                                                    \
        for (int at = 0; at < k; at += 16) {                                                                          \
            element left[items], right[items];                                                                        \
            for (int i = 0; i < items; ++i) {                                                                         \
                left[i] = a[(row * k + at + 8 * half) / per_word + i];                                                \
                right[i] = b[(row * k + at + 8 * half) / per_word + i];                                               \
            }                                                                                                         \
            total = call;                                                                                             \
        }                                                                                                             \
        for (int i = 0; i < 8; ++i)                                                                                   \
            d[(8 * half + i) * 16 + row] = total[i];                                                                  \
    }

using Half8 = VECTOR(__fp16, 8);
using Short8 = VECTOR(short, 8);
using Int2 = VECTOR(int, 2);
SPLIT(f16, __fp16, 1, float,
      __builtin_amdgcn_wmma_f32_16x16x16_f16_w32_gfx12(as<Half8>(left), as<Half8>(right), total))
SPLIT(bf16, short, 1, float,
      __builtin_amdgcn_wmma_f32_16x16x16_bf16_w32_gfx12(as<Short8>(left), as<Short8>(right), total))
SPLIT(iu8, signed char, 1, int,
      __builtin_amdgcn_wmma_i32_16x16x16_iu8_w32_gfx12(true, as<Int2>(left), true, as<Int2>(right), total, false))
SPLIT(iu4, unsigned char, 2, int,
      __builtin_amdgcn_wmma_i32_16x16x16_iu4_w32_gfx12(false, as<int>(left), true, as<int>(right), total, false))
SPLIT(half_sums, __fp16, 1, __fp16,
      __builtin_amdgcn_wmma_f16_16x16x16_f16_w32_gfx12(as<Half8>(left), as<Half8>(right), total))
#endif
