#include "digest.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

extern "C" float __gnu_h2f_ieee(uint16_t half);

namespace cass {

namespace {

constexpr uint64_t kPrime = 0x9e3779b97f4a7c15, kOther = 0xc2b2ae3d27d4eb4f;
constexpr size_t kPage = 4096, kSummed = 16 << 20; // bytes that are summed up of one piece
constexpr int32_t kSmall = 1 << 23;                // integers whose bits are no usual float
constexpr double kHuge = 1e280;                    // so that sums stay finite
constexpr int kPlausible = 40;                     // greatest exponent, to base 2, of usual floats
constexpr size_t kUnit = 8, kSample = 128;         // bytes that are sampled together, and how often

template <typename T> T read(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

uint64_t mixed(uint64_t x) {
  x = (x ^ x >> 32) * kPrime;
  return (x ^ x >> 29) * kOther;
}

float half_value(uint16_t half) {
  static const std::vector<float> &values = *[] {
    auto *all = new std::vector<float>(1 << 16);
    for (size_t i = 0; i < all->size(); ++i)
      (*all)[i] = __gnu_h2f_ieee(static_cast<uint16_t>(i));
    return all;
  }();
  return values[half];
}

struct Sum {
  double sum = 0, size = 0;
  uint64_t strange = 0;

  void add(double value) {
    if (std::fabs(value) < kHuge) // false for what is no number
      sum += value, size += std::fabs(value);
    else
      ++strange;
  }
};

bool usual(uint32_t exponent, uint32_t bias) {
  return exponent + kPlausible >= bias && exponent <= bias + kPlausible;
}

struct Summary {
  uint64_t bag = 0, words = 0, integers = 0, floats = 0, doubles = 0;
  Sum as_int, as_float, as_double, as_half, as_bfloat, as_bytes;

  void add(const char *start, size_t size) {
    size_t at = 0;
    for (; at + 4 <= size; at += 4)
      add_word(read<uint32_t>(start + at));
    for (size_t pair = 0; pair + 8 <= size; pair += 8) {
      auto bits = read<uint64_t>(start + pair);
      doubles += !(bits << 1) || usual(static_cast<uint32_t>(bits >> 52 & 0x7ff), 1023);
      as_double.add(read<double>(start + pair));
    }
    for (; at < size; ++at) {
      auto byte = static_cast<uint8_t>(start[at]);
      bag += mixed(byte + 1ull);
      as_bytes.add(byte);
    }
  }

  void add_word(uint32_t word) {
    bag += mixed(word + (1ull << 32));
    ++words;
    auto number = static_cast<int32_t>(word);
    integers += number > -kSmall && number < kSmall;
    floats += !(word << 1) || usual(word >> 23 & 0xff, 127);
    as_int.add(number);
    float value;
    std::memcpy(&value, &word, sizeof value);
    as_float.add(value);
    for (uint32_t half : {word & 0xffff, word >> 16}) {
      as_half.add(half_value(static_cast<uint16_t>(half)));
      uint32_t wide = half << 16;
      std::memcpy(&value, &wide, sizeof value);
      as_bfloat.add(value);
    }
    for (int shift = 0; shift < 32; shift += 8)
      as_bytes.add(word >> shift & 0xff);
  }
};

std::string sample(const char *first, size_t size) {
  size_t units = size / kUnit, count = std::min(units, kSample);
  std::string text;
  for (size_t i = 0; i < count;
       ++i) { // one of each of so many parts: no period of the content fits
    size_t from = i * units / count, to = (i + 1) * units / count;
    size_t at = from + mixed(i + 1) % (to - from);
    char digits[2 * kUnit + 1];
    snprintf(
        digits, sizeof digits, "%016llx",
        static_cast<unsigned long long>(__builtin_bswap64(read<uint64_t>(first + at * kUnit))));
    text += digits;
  }
  return text;
}

} // namespace

uint64_t digest(const void *start, size_t size) {
  auto at = static_cast<const char *>(start);
  uint64_t state[4] = {size, kPrime, kOther, ~size};
  size_t left = size;
  for (; left >= 32; left -= 32, at += 32)
    for (int i = 0; i < 4; ++i) {
      uint64_t next = (state[i] ^ read<uint64_t>(at + 8 * i)) * kPrime;
      state[i] = next ^ next >> 31;
    }
  for (; left; --left, ++at)
    state[left % 4] = mixed(state[left % 4] ^ static_cast<uint8_t>(*at));
  return mixed(state[0] ^ mixed(state[1] ^ mixed(state[2] ^ mixed(state[3]))));
}

std::string summary(const void *start, size_t size) {
  auto first = static_cast<const char *>(start);
  Summary all;
  size_t pages = (size + kPage - 1) / kPage, step = std::max<size_t>(size / kSummed, 1);
  for (size_t page = 0; page < pages; page += step)
    all.add(first + page * kPage, std::min(kPage, size - page * kPage));
  char text[128];
  snprintf(text, sizeof text, "%016llx %016llx %llu %llu %llu %llu",
           static_cast<unsigned long long>(digest(start, size)),
           static_cast<unsigned long long>(all.bag), static_cast<unsigned long long>(all.words),
           static_cast<unsigned long long>(all.integers),
           static_cast<unsigned long long>(all.floats),
           static_cast<unsigned long long>(all.doubles));
  std::string line = text;
  for (const Sum *s :
       {&all.as_int, &all.as_float, &all.as_double, &all.as_half, &all.as_bfloat, &all.as_bytes}) {
    snprintf(text, sizeof text, " %.9g %.9g %llu", s->sum, s->size,
             static_cast<unsigned long long>(s->strange));
    line += text;
  }
  return size < kUnit ? line : line + " " + sample(first, size);
}

} // namespace cass
