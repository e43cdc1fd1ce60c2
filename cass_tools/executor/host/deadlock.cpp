#include "deadlock.hpp"

#include "memory.hpp"
#include "report.hpp"

namespace cass {

namespace {

constexpr uint32_t kRounds = 8;
// Where the host shares memory with the GPU, one of its threads may still write what is waited for.
constexpr std::chrono::seconds kPatience{1}, kPatienceWithHost{30};

} // namespace

void Watch::look(const std::vector<std::unique_ptr<Workgroup>> &resident) {
  uint64_t now = 0;
  for (const auto &workgroup : resident)
    now = now * 31 + workgroup->fingerprint();
  if (now != last_ || rounds_ == 0) {
    moved();
    last_ = now;
    rounds_ = 1;
    since_ = Clock::now();
    return;
  }
  if (++rounds_ == 2)
    ++grid_.standing;
  auto patience = memory().shared_with_host() ? kPatienceWithHost : kPatience;
  if (rounds_ >= kRounds && grid_.standing >= grid_.workers && Clock::now() - since_ >= patience)
    for (const auto &workgroup : resident)
      workgroup->tell_deadlock();
}

} // namespace cass
