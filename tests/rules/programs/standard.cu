// What cuda::std has for C++17, and C++ itself only later.

#include <cstdio>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/cstddef>
#include <cuda/std/iterator>
#include <cuda/std/memory>
#include <cuda/std/numbers>
#include <cuda/std/numeric>
#include <cuda/std/span>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

namespace s = cuda::std;

enum class Color : unsigned char { Red = 3, Green = 7 };

__global__ void spans(cuda::std::span<const int> in, cuda::std::span<int, 4> four, long long* o) {
  int i = threadIdx.x;
  long long sum = 0;
  for (int v : in.subspan(i))
    sum = 10 * sum + v;
  for (auto v = in.rbegin(); v != in.rend(); ++v)
    sum = 3 * sum + *v;
  cuda::std::array<int, 3> local{1, 2, i};
  cuda::std::span whole(local);
  static_assert(decltype(whole)::extent == 3 && decltype(in)::extent == cuda::std::dynamic_extent);
  auto bytes = cuda::std::as_bytes(whole.first<2>());
  auto rest = whole.subspan<1>();
  cuda::std::as_writable_bytes(rest)[0] = cuda::std::byte{5};
  o[i] = sum + in.first(2).back() + in.last(1).front() + four.last<2>()[1] + bytes.size() + local[1] +
         whole.size_bytes() + rest.empty() + static_cast<long long>(bytes[4]) + *in.data();
}

template <class T> __device__ unsigned long long bits(T x, int by) {
  unsigned long long h = cuda::std::popcount(x);
  h = h * 67 + cuda::std::countl_zero(x);
  h = h * 67 + cuda::std::countl_one(x);
  h = h * 67 + cuda::std::countr_zero(x);
  h = h * 67 + cuda::std::countr_one(x);
  h = h * 67 + cuda::std::bit_width(x) + cuda::std::has_single_bit(x);
  h = h * 67 + cuda::std::bit_floor(x);
  h = h * 67 + cuda::std::bit_ceil(static_cast<T>(x >> 1));
  h = h * 67 + cuda::std::rotl(x, by);
  h = h * 67 + cuda::std::rotr(x, by);
  return h * 67 + cuda::std::byteswap(x);
}

__global__ void of_bits(const unsigned long long* a, unsigned long long* o) {
  int i = threadIdx.x;
  int by = i * 5 - 40;
  o[4 * i] = bits(static_cast<unsigned char>(a[i]), by);
  o[4 * i + 1] = bits(static_cast<unsigned short>(a[i]), by);
  o[4 * i + 2] = bits(static_cast<unsigned>(a[i]), by);
  o[4 * i + 3] = bits(a[i], by) + s::bit_cast<unsigned long long>(1.5 * i) +
                 (s::endian::native == s::endian::little);
}

template <class T> __device__ long long mixed(T x, long long y, unsigned z) {
  return s::cmp_less(x, z) + 2 * s::cmp_greater(x, z) + 4 * s::cmp_equal(x, z) + 8 * s::cmp_not_equal(y, z) +
         16 * s::cmp_less_equal(z, y) + 32 * s::cmp_greater_equal(x, y) + 64 * s::in_range<signed char>(y) +
         128 * s::in_range<unsigned>(x);
}

__global__ void others(const int* a, long long* o, double* d) {
  int i = threadIdx.x, x = a[i];
  int three[] = {1, x, 3};
  auto made = s::to_array(three);
  static_assert(s::is_same_v<s::remove_cvref_t<const int&>, s::type_identity_t<int>>);
  if (i > 64)
    s::unreachable();
  o[i] = mixed(x, -x, static_cast<unsigned>(x / 2)) + 256 * s::to_underlying(i % 2 ? Color::Red : Color::Green) +
         4096 * s::ssize(made) + 8192ll * s::midpoint(x, a[0]) + made[1] + *s::to_address(three + 2) +
         *s::assume_aligned<4>(a + i) + (s::midpoint(three, three + 2) - three);
  d[i] = s::midpoint(1e308 * (i % 3), 1.5e308) + s::lerp(x * 0.5, 2.0, 0.25 * i) + s::numbers::pi +
         s::numbers::sqrt2_v<float> + cuda::std::numbers::e_v<double> * s::numbers::phi;
}

int main() {
  constexpr int n = 32;
  int h[n];
  unsigned long long words[n], bits_of[4 * n];
  for (int i = 0; i < n; ++i) {
    h[i] = i % 5 == 4 ? -i * 1000003 : i * i;
    words[i] = i == 0 ? 0 : i == 1 ? ~0ull : 0x9e3779b97f4a7c15ull * i >> i;
  }
  int *a, *four;
  long long *o, sums[n];
  unsigned long long *w, *b;
  double *d, numbers[n];
  cudaMalloc(&a, sizeof h), cudaMalloc(&four, sizeof h), cudaMalloc(&o, sizeof sums);
  cudaMalloc(&w, sizeof words), cudaMalloc(&b, sizeof bits_of), cudaMalloc(&d, sizeof numbers);
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice), cudaMemcpy(four, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(w, words, sizeof words, cudaMemcpyHostToDevice);
  spans<<<1, 7>>>(cuda::std::span<int>(a, 8), cuda::std::span<int, 4>(four, 4), o);
  cudaMemcpy(sums, o, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 7; ++i)
    printf("%lld%c", sums[i], i < 6 ? ' ' : '\n');
  of_bits<<<1, n>>>(w, b);
  cudaMemcpy(bits_of, b, sizeof bits_of, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4 * n; ++i)
    printf("%llx%c", bits_of[i], i % 4 < 3 ? ' ' : '\n');
  others<<<1, n>>>(a, o, d);
  cudaMemcpy(sums, o, sizeof sums, cudaMemcpyDeviceToHost);
  cudaMemcpy(numbers, d, sizeof numbers, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i)
    printf("%lld %.9g\n", sums[i], numbers[i]);
}
