#include "fault.hpp"

#include "memory.hpp"
#include "report.hpp"

#include <csignal>
#include <cstdio>
#include <mutex>
#include <sys/mman.h>

namespace cass {

thread_local const Running *running = nullptr;

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previous[32];

std::string memory_fault(const siginfo_t *info) {
  char text[64];
  auto address = reinterpret_cast<uint64_t>(info->si_addr);
  // The processor does not tell an address that no program can have.
  if (info->si_code == SI_KERNEL)
    return "memory fault at an address outside of the address space";
  snprintf(text, sizeof text, "memory fault at 0x%llx", static_cast<unsigned long long>(address));
  std::string near = describe_near(address);
  return near.empty() ? text : text + (" (" + near + ")");
}

// Translated code holds no locks of the C library, so this handler may use it.
void handle(int number, siginfo_t *info, void *) {
  if (!running) {
    sigaction(number, &previous[number],
              nullptr); // the access happens again, and is the program's own
    return;
  }
  const Running &at = *running;
  running = nullptr; // a second fault is ours
  std::string what = number == SIGSEGV || number == SIGBUS ? memory_fault(info)
                     : number == SIGFPE                    ? "arithmetic fault"
                                                           : "illegal instruction";
  end_program(kFaulted, "fault", at.grid->launch.kernel->name,
              at.grid->shown() + ": " + what + place(at));
}

} // namespace

std::string place(const Running &at) {
  return ", block (" + std::to_string(at.block.x) + "," + std::to_string(at.block.y) + "," +
         std::to_string(at.block.z) + "), wave " + std::to_string(at.wave);
}

void install_fault_handlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction action{};
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    for (int number : kSignals)
      sigaction(number, &action, &previous[number]);
  });
}

} // namespace cass
