#include "device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace cass {

namespace {

constexpr size_t kGiB = size_t{1} << 30;

// Figures of the vendor's data sheets. The last row of a family stands for its other members.
const Device kCards[] = {
    {"gfx1100", "AMD Radeon RX 7900 XTX", 11, 0, 32, 48, 2048, 1536, 4, 16, 128 << 10, 2482000,
     1249000, 384, 6 << 20, 24 * kGiB},
    {"gfx1101", "AMD Radeon RX 7800 XT", 11, 0, 32, 30, 2048, 1536, 4, 16, 128 << 10, 2430000,
     1218000, 256, 4 << 20, 16 * kGiB},
    {"gfx1102", "AMD Radeon RX 7600", 11, 0, 32, 16, 2048, 1024, 4, 16, 128 << 10, 2655000, 1124000,
     128, 2 << 20, 8 * kGiB},
    {"gfx1030", "AMD Radeon RX 6800 XT", 10, 3, 32, 36, 2048, 1024, 4, 16, 128 << 10, 2250000,
     1000000, 256, 4 << 20, 16 * kGiB},
    {"gfx1200", "AMD Radeon RX 9060 XT", 12, 0, 32, 16, 2048, 1536, 4, 16, 128 << 10, 3130000,
     1250000, 128, 4 << 20, 16 * kGiB},
    {"gfx1201", "AMD Radeon RX 9070 XT", 12, 0, 32, 32, 2048, 1536, 4, 16, 128 << 10, 2970000,
     1250000, 256, 8 << 20, 16 * kGiB},
    {"gfx906", "AMD Instinct MI50", 9, 0, 64, 60, 2560, 256, 4, 10, 64 << 10, 1725000, 1000000,
     4096, 4 << 20, 32 * kGiB},
    {"gfx908", "AMD Instinct MI100", 9, 0, 64, 120, 2560, 512, 4, 10, 64 << 10, 1502000, 1200000,
     4096, 8 << 20, 32 * kGiB},
    {"gfx90a", "AMD Instinct MI210", 9, 0, 64, 104, 2048, 512, 4, 8, 64 << 10, 1700000, 1600000,
     4096, 8 << 20, 64 * kGiB},
    {"gfx942", "AMD Instinct MI300X", 9, 4, 64, 304, 2048, 512, 4, 8, 64 << 10, 2100000, 1300000,
     8192, 4 << 20, 192 * kGiB},
};

size_t host_memory() {
  return static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

Device choose() {
  const char *set = getenv("CASS_EXEC_ARCH");
  std::string arch = set ? set : "gfx1100";
  arch = arch.substr(0, arch.find(':')); // features such as xnack- do not matter here
  const Device *card = std::find_if(std::begin(kCards), std::end(kCards),
                                    [&](const Device &d) { return d.arch == arch; });
  Device chosen = card == std::end(kCards) ? kCards[0] : *card;
  if (card == std::end(kCards))
    chosen.arch = arch; // the translator refuses what it does not know, by this name
  if (const char *name = getenv("CASS_EXEC_NAME"))
    chosen.name = strdup(name); // what is compared must not differ by the card's name alone
  const char *limit = getenv("CASS_EXEC_MEMORY");
  size_t allowed = limit ? strtoull(limit, nullptr, 10) : host_memory() / 4 * 3;
  chosen.memory = std::min(chosen.memory, allowed);
  return chosen;
}

} // namespace

const Device &device() {
  static const Device *chosen = new Device(choose());
  return *chosen;
}

} // namespace cass
