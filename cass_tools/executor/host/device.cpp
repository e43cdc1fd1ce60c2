#include "device.hpp"

#include "nvidia_device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace cass {

namespace {

constexpr size_t kGiB = size_t{1} << 30;
constexpr int kMostDevices = 16;

const Device kCards[] = {
#include "cards.inc"
};

size_t host_memory() {
  return static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
}

// The same card around every GPU: what is compared must not differ by figures that are not the
// architecture's.
Device on_the_same_card(Device device, const char *name) {
  const Device &card = kCards[0];
  device.name = strdup(name);
  device.shown_major = card.major, device.shown_minor = card.minor;
  device.multiprocessors = card.multiprocessors;
  device.clock_khz = card.clock_khz, device.memory_clock_khz = card.memory_clock_khz;
  device.memory_bus_bits = card.memory_bus_bits;
  device.l2 = card.l2;
  device.memory = card.memory;
  return device;
}

// The same GPU under the figures of a card of NVIDIA.
Device as_nvidia(Device device, const NvidiaCard &card, int sm) {
  device.name = card.name;
  device.shown_major = sm / 10, device.shown_minor = sm % 10;
  device.multiprocessors = card.multiprocessors;
  device.threads_per_multiprocessor = card.threads_per_multiprocessor;
  device.lds = card.shared;
  device.clock_khz = card.clock_khz, device.memory_clock_khz = card.memory_clock_khz;
  device.memory_bus_bits = card.memory_bus_bits;
  device.l2 = card.l2, device.memory = card.memory;
  return device;
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
  chosen.shown_major = chosen.major, chosen.shown_minor = chosen.minor;
  if (const NvidiaCard *played = nvidia_card())
    chosen = as_nvidia(chosen, *played, played_sm());
  if (const char *name = getenv("CASS_EXEC_NAME"))
    chosen = on_the_same_card(chosen, name);
  if (const char *shown = getenv("CASS_EXEC_CAPABILITY")) // 80 for 8.0
    chosen.shown_major = atoi(shown) / 10, chosen.shown_minor = atoi(shown) % 10;
  const char *limit = getenv("CASS_EXEC_MEMORY");
  size_t allowed = limit ? strtoull(limit, nullptr, 10) : host_memory() / 4 * 3;
  chosen.memory = std::min(chosen.memory, allowed);
  return chosen;
}

int count_devices() {
  const char *set = getenv("CASS_EXEC_DEVICES");
  return set ? std::clamp(atoi(set), 1, kMostDevices) : 1;
}

thread_local int current = 0;

} // namespace

int device_count() {
  static const int count = count_devices();
  return count;
}

size_t group_memory() {
  constexpr size_t kOfDriver = 1024; // at the start of each block's shared memory, from sm_90 on
  static const size_t size =
      nvidia_card() ? nvidia_card()->shared_of_block + kOfDriver : kGroupMemory;
  return size;
}

bool is_device(int number) { return number >= 0 && number < device_count(); }

int current_device() { return current; }

void select_device(int number) { current = number; }

const Device &device() {
  static const Device *chosen = new Device(choose());
  return *chosen;
}

} // namespace cass
