#include "order.hpp"

#include <cstdlib>
#include <numeric>

namespace cass {

namespace {

// Mixes all bits (splitmix64).
uint64_t mixed(uint64_t z) {
  z += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

} // namespace

Order::Order(uint64_t seed, uint64_t salt, uint64_t count) : count_(count ? count : 1) {
  if (!seed || count < 2)
    return;
  if (seed == 1) {
    start_ = step_ = count - 1; // backwards, which shows most
    return;
  }
  uint64_t random = mixed(seed + mixed(salt));
  start_ = random % count;
  step_ = 1 + (random >> 32) % (count - 1);
  while (std::gcd(step_, count) != 1)
    step_ = step_ % count + 1;
}

uint64_t schedule_seed() {
  static const uint64_t seed = [] {
    const char *set = getenv("CASS_EXEC_SCHEDULE");
    return set ? strtoull(set, nullptr, 10) : 0;
  }();
  return seed;
}

} // namespace cass
