#include "sha256.hpp"

#include <array>
#include <cmath>
#include <cstdint>

namespace cass {

namespace {

uint32_t rotate(uint32_t x, int n) { return x >> n | x << (32 - n); }

// The standard defines its constants as the first 32 fractional bits of roots of the first primes.
struct Constants {
  std::array<uint32_t, 64> round;
  std::array<uint32_t, 8> start;

  Constants() {
    int found = 0;
    for (int n = 2; found < 64; ++n) {
      bool prime = true;
      for (int d = 2; d * d <= n; ++d)
        prime = prime && n % d != 0;
      if (!prime)
        continue;
      round[found] = fraction(cbrtl(n));
      if (found < 8)
        start[found] = fraction(sqrtl(n));
      ++found;
    }
  }

  static uint32_t fraction(long double root) {
    return static_cast<uint32_t>((root - floorl(root)) * 4294967296.0L);
  }
};

void absorb(std::array<uint32_t, 8> &state, const unsigned char *block, const Constants &k) {
  uint32_t w[64];
  for (int i = 0; i < 16; ++i)
    w[i] = uint32_t{block[4 * i]} << 24 | uint32_t{block[4 * i + 1]} << 16 |
           uint32_t{block[4 * i + 2]} << 8 | block[4 * i + 3];
  for (int i = 16; i < 64; ++i) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
           (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (int i = 0; i < 64; ++i) {
    uint32_t t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +
                  k.round[i] + w[i];
    uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const uint32_t result[] = {a, b, c, d, e, f, g, h};
  for (int i = 0; i < 8; ++i)
    state[i] += result[i];
}

} // namespace

std::string sha256_hex(std::string_view data) {
  static const Constants constants;
  std::array<uint32_t, 8> state = constants.start;
  std::string tail(data.substr(data.size() / 64 * 64));
  auto bytes = reinterpret_cast<const unsigned char *>(data.data());
  for (size_t at = 0; at + 64 <= data.size(); at += 64)
    absorb(state, bytes + at, constants);
  tail += '\200';
  tail.resize((tail.size() + 8 + 63) / 64 * 64);
  for (size_t i = 0; i < 8; ++i)
    tail[tail.size() - 1 - i] = static_cast<char>(uint64_t{data.size()} * 8 >> 8 * i);
  for (size_t at = 0; at < tail.size(); at += 64)
    absorb(state, reinterpret_cast<const unsigned char *>(tail.data()) + at, constants);
  std::string hex;
  for (uint32_t word : state)
    for (int shift = 28; shift >= 0; shift -= 4)
      hex += "0123456789abcdef"[word >> shift & 15];
  return hex;
}

} // namespace cass
