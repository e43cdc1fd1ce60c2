#include "nvidia_device.hpp"

#include "lifting.hpp"

#include <cstdlib>
#include <dlfcn.h>

namespace cass {

namespace {

constexpr size_t kGiB = size_t{1} << 30;
constexpr int kNewest = 13, kUsual = 80;

const NvidiaCard kCards[] = {
#include "nvidia_cards.inc"
};

// What is best tried by the lifter comes first.
constexpr int kPreferred[] = {80, 90, 86, 89, 100, 120, 75};

std::atomic<int> offered{0};

std::string own_name() {
  Dl_info info{};
  dladdr(reinterpret_cast<void *>(&is_cuda), &info);
  std::string path = info.dli_fname ? info.dli_fname : "";
  return path.substr(path.rfind('/') + 1);
}

} // namespace

bool is_cuda() {
  static const bool is = own_name().compare(0, 6, "libcud") == 0;
  return is;
}

int cuda_version() {
  static const int version = [] {
    std::string name = own_name();
    constexpr std::string_view kRuntime = "libcudart.so.";
    bool numbered = name.compare(0, kRuntime.size(), kRuntime) == 0;
    return numbered ? atoi(name.c_str() + kRuntime.size()) : kNewest;
  }();
  return version;
}

int played_sm() {
  static const char *set = getenv("CASS_EXEC_SM");
  if (set)
    return atoi(set);
  if (!is_cuda())
    return 0;
  return offered ? offered.load() : kUsual;
}

void offer_fat_binary(const char *image) {
  if (offered)
    return;
  std::vector<int> held = machine_code_in(image);
  for (int sm : kPreferred)
    if (std::find(held.begin(), held.end(), sm) != held.end()) {
      offered = sm;
      return;
    }
  if (!held.empty())
    offered = held.front();
}

const NvidiaCard *nvidia_card() {
  int sm = played_sm();
  if (sm == 0)
    return nullptr;
  const NvidiaCard *found = &kCards[0];
  for (const NvidiaCard &card : kCards)
    if (card.sm <= sm)
      found = &card;
  return found;
}

} // namespace cass
