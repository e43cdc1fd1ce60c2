// Functions of the bytes and halves of a word, and of its bits.

#include "inputs.h"

template <class T> __device__ T made(unsigned word) {
  T value;
  memcpy(&value, &word, sizeof value);
  return value;
}

__global__ void of_two(const unsigned* a, const unsigned* b, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = a[i], y = b[i];
  o[0 * n + i] = __vadd2(x, y);
  o[1 * n + i] = __vaddss2(x, y);
  o[2 * n + i] = __vaddus2(x, y);
  o[3 * n + i] = __vsub2(x, y);
  o[4 * n + i] = __vsubss2(x, y);
  o[5 * n + i] = __vsubus2(x, y);
  o[6 * n + i] = __vavgs2(x, y);
  o[7 * n + i] = __vavgu2(x, y);
  o[8 * n + i] = __vhaddu2(x, y);
  o[9 * n + i] = __vabsdiffs2(x, y);
  o[10 * n + i] = __vabsdiffu2(x, y);
  o[11 * n + i] = __vmaxs2(x, y);
  o[12 * n + i] = __vmaxu2(x, y);
  o[13 * n + i] = __vmins2(x, y);
  o[14 * n + i] = __vminu2(x, y);
  o[15 * n + i] = __vsads2(x, y);
  o[16 * n + i] = __vsadu2(x, y);
  o[17 * n + i] = __vcmpeq2(x, y);
  o[18 * n + i] = __vcmpne2(x, y);
  o[19 * n + i] = __vcmpges2(x, y);
  o[20 * n + i] = __vcmpgeu2(x, y);
  o[21 * n + i] = __vcmpgts2(x, y);
  o[22 * n + i] = __vcmpgtu2(x, y);
  o[23 * n + i] = __vcmples2(x, y);
  o[24 * n + i] = __vcmpleu2(x, y);
  o[25 * n + i] = __vcmplts2(x, y);
  o[26 * n + i] = __vcmpltu2(x, y);
  o[27 * n + i] = __vseteq2(x, y);
  o[28 * n + i] = __vsetne2(x, y);
  o[29 * n + i] = __vsetges2(x, y);
  o[30 * n + i] = __vsetgeu2(x, y);
  o[31 * n + i] = __vsetgts2(x, y);
  o[32 * n + i] = __vsetgtu2(x, y);
  o[33 * n + i] = __vsetles2(x, y);
  o[34 * n + i] = __vsetleu2(x, y);
  o[35 * n + i] = __vsetlts2(x, y);
  o[36 * n + i] = __vsetltu2(x, y);
  o[37 * n + i] = __vadd4(x, y);
  o[38 * n + i] = __vaddss4(x, y);
  o[39 * n + i] = __vaddus4(x, y);
  o[40 * n + i] = __vsub4(x, y);
  o[41 * n + i] = __vsubss4(x, y);
  o[42 * n + i] = __vsubus4(x, y);
  o[43 * n + i] = __vavgs4(x, y);
  o[44 * n + i] = __vavgu4(x, y);
  o[45 * n + i] = __vhaddu4(x, y);
  o[46 * n + i] = __vabsdiffs4(x, y);
  o[47 * n + i] = __vabsdiffu4(x, y);
  o[48 * n + i] = __vmaxs4(x, y);
  o[49 * n + i] = __vmaxu4(x, y);
  o[50 * n + i] = __vmins4(x, y);
  o[51 * n + i] = __vminu4(x, y);
  o[52 * n + i] = __vsads4(x, y);
  o[53 * n + i] = __vsadu4(x, y);
  o[54 * n + i] = __vcmpeq4(x, y);
  o[55 * n + i] = __vcmpne4(x, y);
  o[56 * n + i] = __vcmpges4(x, y);
  o[57 * n + i] = __vcmpgeu4(x, y);
  o[58 * n + i] = __vcmpgts4(x, y);
  o[59 * n + i] = __vcmpgtu4(x, y);
  o[60 * n + i] = __vcmples4(x, y);
  o[61 * n + i] = __vcmpleu4(x, y);
  o[62 * n + i] = __vcmplts4(x, y);
  o[63 * n + i] = __vcmpltu4(x, y);
  o[64 * n + i] = __vseteq4(x, y);
  o[65 * n + i] = __vsetne4(x, y);
  o[66 * n + i] = __vsetges4(x, y);
  o[67 * n + i] = __vsetgeu4(x, y);
  o[68 * n + i] = __vsetgts4(x, y);
  o[69 * n + i] = __vsetgtu4(x, y);
  o[70 * n + i] = __vsetles4(x, y);
  o[71 * n + i] = __vsetleu4(x, y);
  o[72 * n + i] = __vsetlts4(x, y);
  o[73 * n + i] = __vsetltu4(x, y);
}

__global__ void of_one(const unsigned* a, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = a[i];
  o[0 * n + i] = __vneg2(x);
  o[1 * n + i] = __vnegss2(x);
  o[2 * n + i] = __vabs2(x);
  o[3 * n + i] = __vabsss2(x);
  o[4 * n + i] = __vneg4(x);
  o[5 * n + i] = __vnegss4(x);
  o[6 * n + i] = __vabs4(x);
  o[7 * n + i] = __vabsss4(x);
}

__global__ void of_three(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned x = a[i], y = b[i], z = c[i];
  bool high = false, low = false;
  o[0 * n + i] = (unsigned)__viaddmax_s32((int)x, (int)y, (int)z);
  o[1 * n + i] = (unsigned)__vimax3_s32((int)x, (int)y, (int)z);
  o[2 * n + i] = (unsigned)__viaddmax_s32_relu((int)x, (int)y, (int)z);
  o[3 * n + i] = (unsigned)__vimax3_s32_relu((int)x, (int)y, (int)z);
  o[4 * n + i] = (unsigned)__vimax_s32_relu((int)x, (int)y);
  o[5 * n + i] = (unsigned)__vibmax_s32((int)x, (int)y, &high);
  o[6 * n + i] = high;
  o[7 * n + i] = (unsigned)__viaddmax_u32(x, y, z);
  o[8 * n + i] = (unsigned)__vimax3_u32(x, y, z);
  o[9 * n + i] = (unsigned)__vibmax_u32(x, y, &high);
  o[10 * n + i] = high;
  o[11 * n + i] = (unsigned)__viaddmax_s16x2(x, y, z);
  o[12 * n + i] = (unsigned)__vimax3_s16x2(x, y, z);
  o[13 * n + i] = (unsigned)__viaddmax_s16x2_relu(x, y, z);
  o[14 * n + i] = (unsigned)__vimax3_s16x2_relu(x, y, z);
  o[15 * n + i] = (unsigned)__vimax_s16x2_relu(x, y);
  o[16 * n + i] = __vibmax_s16x2(x, y, &high, &low);
  o[17 * n + i] = high * 2u + low;
  o[18 * n + i] = (unsigned)__viaddmax_u16x2(x, y, z);
  o[19 * n + i] = (unsigned)__vimax3_u16x2(x, y, z);
  o[20 * n + i] = __vibmax_u16x2(x, y, &high, &low);
  o[21 * n + i] = high * 2u + low;
  o[22 * n + i] = (unsigned)__viaddmin_s32((int)x, (int)y, (int)z);
  o[23 * n + i] = (unsigned)__vimin3_s32((int)x, (int)y, (int)z);
  o[24 * n + i] = (unsigned)__viaddmin_s32_relu((int)x, (int)y, (int)z);
  o[25 * n + i] = (unsigned)__vimin3_s32_relu((int)x, (int)y, (int)z);
  o[26 * n + i] = (unsigned)__vimin_s32_relu((int)x, (int)y);
  o[27 * n + i] = (unsigned)__vibmin_s32((int)x, (int)y, &high);
  o[28 * n + i] = high;
  o[29 * n + i] = (unsigned)__viaddmin_u32(x, y, z);
  o[30 * n + i] = (unsigned)__vimin3_u32(x, y, z);
  o[31 * n + i] = (unsigned)__vibmin_u32(x, y, &high);
  o[32 * n + i] = high;
  o[33 * n + i] = (unsigned)__viaddmin_s16x2(x, y, z);
  o[34 * n + i] = (unsigned)__vimin3_s16x2(x, y, z);
  o[35 * n + i] = (unsigned)__viaddmin_s16x2_relu(x, y, z);
  o[36 * n + i] = (unsigned)__vimin3_s16x2_relu(x, y, z);
  o[37 * n + i] = (unsigned)__vimin_s16x2_relu(x, y);
  o[38 * n + i] = __vibmin_s16x2(x, y, &high, &low);
  o[39 * n + i] = high * 2u + low;
  o[40 * n + i] = (unsigned)__viaddmin_u16x2(x, y, z);
  o[41 * n + i] = (unsigned)__vimin3_u16x2(x, y, z);
  o[42 * n + i] = __vibmin_u16x2(x, y, &high, &low);
  o[43 * n + i] = high * 2u + low;
  o[44 * n + i] = (unsigned)__dp4a((int)x, (int)y, (int)z);
  o[45 * n + i] = __dp4a(x, y, z);
  o[46 * n + i] = (unsigned)__dp2a_lo((int)x, (int)y, (int)z);
  o[47 * n + i] = __dp2a_lo(x, y, z);
  o[48 * n + i] = (unsigned)__dp2a_hi((int)x, (int)y, (int)z);
  o[49 * n + i] = __dp2a_hi(x, y, z);
  o[50 * n + i] = (unsigned)__dp4a(made<char4>(x), made<char4>(y), (int)z);
  o[51 * n + i] = __dp4a(made<uchar4>(x), made<uchar4>(y), z);
  o[52 * n + i] = (unsigned)__dp2a_lo(made<short2>(x), made<char4>(y), (int)z);
  o[53 * n + i] = __dp2a_hi(made<ushort2>(x), made<uchar4>(y), z);
  o[54 * n + i] = __fns(x, y & 31, (int)(z % 9) - 4);
  o[55 * n + i] = __byte_perm(x, y, z);
  o[56 * n + i] = __funnelshift_l(x, y, z);
  o[57 * n + i] = __funnelshift_rc(x, y, z);
  o[58 * n + i] = __funnelshift_lc(x, y, z);
  o[59 * n + i] = __funnelshift_r(x, y, z);
  o[60 * n + i] = __usad(x, y, z);
  o[61 * n + i] = __sad((int)x, (int)y, z);
  o[62 * n + i] = (unsigned)__hadd((int)x, (int)y);
  o[63 * n + i] = (unsigned)__rhadd((int)x, (int)y);
  o[64 * n + i] = __uhadd(x, y);
  o[65 * n + i] = __urhadd(x, y);
  o[66 * n + i] = umin(x, y);
  o[67 * n + i] = (unsigned)(llmax((long long)(int)x, -3ll));
  unsigned long long product = __umul24(x, y);
  o[68 * n + i] = (unsigned)(product ^ product >> 32);
}

int main() {
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 0, n);
    unsigned* a;
    cudaMalloc(&a, n * sizeof(unsigned));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 1, n);
    unsigned* b;
    cudaMalloc(&b, n * sizeof(unsigned));
    cudaMemcpy(b, hb.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(74 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_two<<<(n + 127) / 128, 128>>>(a, b, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__vadd2 __vaddss2 __vaddus2 __vsub2 __vsubss2 __vsubus2 __vavgs2 __vavgu2 __vhaddu2 "
         "__vabsdiffs2 __vabsdiffu2 __vmaxs2 __vmaxu2 __vmins2 __vminu2 __vsads2 __vsadu2 "
         "__vcmpeq2 __vcmpne2 __vcmpges2 __vcmpgeu2 __vcmpgts2 __vcmpgtu2 __vcmples2 __vcmpleu2 "
         "__vcmplts2 __vcmpltu2 __vseteq2 __vsetne2 __vsetges2 __vsetgeu2 __vsetgts2 __vsetgtu2 "
         "__vsetles2 __vsetleu2 __vsetlts2 __vsetltu2 __vadd4 __vaddss4 __vaddus4 __vsub4 "
         "__vsubss4 __vsubus4 __vavgs4 __vavgu4 __vhaddu4 __vabsdiffs4 __vabsdiffu4 __vmaxs4 "
         "__vmaxu4 __vmins4 __vminu4 __vsads4 __vsadu4 __vcmpeq4 __vcmpne4 __vcmpges4 "
         "__vcmpgeu4 __vcmpgts4 __vcmpgtu4 __vcmples4 __vcmpleu4 __vcmplts4 __vcmpltu4 "
         "__vseteq4 __vsetne4 __vsetges4 __vsetgeu4 __vsetgts4 __vsetgtu4 __vsetles4 __vsetleu4 "
         "__vsetlts4 __vsetltu4",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 0, n);
    unsigned* a;
    cudaMalloc(&a, n * sizeof(unsigned));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(8 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_one<<<(n + 127) / 128, 128>>>(a, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__vneg2 __vnegss2 __vabs2 __vabsss2 __vneg4 __vnegss4 __vabs4 __vabsss4",
         results, n);
  }
  {
    const int n = 4096;
    std::vector<uint32_t> ha = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 0, n);
    unsigned* a;
    cudaMalloc(&a, n * sizeof(unsigned));
    cudaMemcpy(a, ha.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hb = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 1, n);
    unsigned* b;
    cudaMalloc(&b, n * sizeof(unsigned));
    cudaMemcpy(b, hb.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> hc = inputs<uint32_t>({0u, 1u, 0xffffffffu, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x01010101u, 0x80808080u, 0x7f7f7f7fu, 0x80008000u, 0x7fff8000u, 0x00ff00ffu, 0xff80017fu, 0x12345678u, 0x01000001u, 0x01800000u, 0x00ffffffu, 0x00000101u, 0x00000181u, 0x0000fffeu}, 2, n);
    unsigned* c;
    cudaMalloc(&c, n * sizeof(unsigned));
    cudaMemcpy(c, hc.data(), n * sizeof(unsigned), cudaMemcpyHostToDevice);
    std::vector<uint32_t> results(69 * n);
    unsigned* o;
    cudaMalloc(&o, results.size() * sizeof(unsigned));
    of_three<<<(n + 127) / 128, 128>>>(a, b, c, o, n);
    cudaMemcpy(results.data(), o, results.size() * sizeof(unsigned), cudaMemcpyDeviceToHost);
    show("__viaddmax_s32 __vimax3_s32 __viaddmax_s32_relu __vimax3_s32_relu __vimax_s32_relu "
         "__vibmax_s32 __vibmax_s32:first __viaddmax_u32 __vimax3_u32 __vibmax_u32 "
         "__vibmax_u32:first __viaddmax_s16x2 __vimax3_s16x2 __viaddmax_s16x2_relu "
         "__vimax3_s16x2_relu __vimax_s16x2_relu __vibmax_s16x2 __vibmax_s16x2:first "
         "__viaddmax_u16x2 __vimax3_u16x2 __vibmax_u16x2 __vibmax_u16x2:first __viaddmin_s32 "
         "__vimin3_s32 __viaddmin_s32_relu __vimin3_s32_relu __vimin_s32_relu __vibmin_s32 "
         "__vibmin_s32:first __viaddmin_u32 __vimin3_u32 __vibmin_u32 __vibmin_u32:first "
         "__viaddmin_s16x2 __vimin3_s16x2 __viaddmin_s16x2_relu __vimin3_s16x2_relu "
         "__vimin_s16x2_relu __vibmin_s16x2 __vibmin_s16x2:first __viaddmin_u16x2 "
         "__vimin3_u16x2 __vibmin_u16x2 __vibmin_u16x2:first __dp4a __dp4a:unsigned __dp2a_lo "
         "__dp2a_lo:unsigned __dp2a_hi __dp2a_hi:unsigned __dp4a:char4 __dp4a:uchar4 "
         "__dp2a_lo:short2 __dp2a_hi:ushort2 __fns __byte_perm __funnelshift_l __funnelshift_rc "
         "__funnelshift_lc __funnelshift_r __usad __sad __hadd:int __rhadd __uhadd __urhadd "
         "umin llmax __umul24",
         results, n);
  }
}
