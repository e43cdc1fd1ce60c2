#include "fault.hpp"

#include "memory.hpp"
#include "report.hpp"
#include "scalar.hpp"
#include "source_line.hpp"
#include "storage.hpp"

#include <csignal>
#include <cstdio>
#include <mutex>
#include <sys/mman.h>

namespace cass {

thread_local const Running *running = nullptr;

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
struct sigaction previous[32];

// Whether an address lies behind the private memory of the workgroup, where a stack has overflown.
bool behind_stack(const Running &at, uint64_t address) {
  const Grid &grid = *at.grid;
  uint64_t start = at.registers ? at.registers->scratch : 0;
  return start && address >= start &&
         address - start < grid.lane_scratch * grid.lanes * grid.waves + kGuard;
}

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

std::string memory_fault(const Running &at, const siginfo_t *info) {
  if (info->si_code != SI_KERNEL && behind_stack(at, reinterpret_cast<uint64_t>(info->si_addr)))
    return "stack overflow: a lane has " + std::to_string(at.grid->lane_scratch) +
           " bytes of private memory";
  return memory_fault(info);
}

// LLVM's trap is an instruction that no processor has.
[[noreturn]] void scalar_fault(const ScalarPlace &at, int number, const siginfo_t *info) {
  if (number == SIGILL)
    stop_scalar(hipErrorLaunchFailure, "trap");
  std::string what = number == SIGFPE ? "arithmetic fault" : memory_fault(info);
  end_program(kFaulted, "fault", at.kernel, at.shown + ": " + what + at.place);
}

// An access of the host program itself is the program's own matter; where it is near device memory,
// that is said before it happens again.
void host_fault(int number, const siginfo_t *info) {
  if (number != SIGSEGV || info->si_code == SI_KERNEL)
    return;
  std::string near = describe_near(reinterpret_cast<uint64_t>(info->si_addr));
  if (!near.empty())
    report("host fault", "", "the host program's own code accesses an address " + near);
}

// Translated code holds no locks of the C library, so this handler may use it.
void handle(int number, siginfo_t *info, void *) {
  if (ScalarPlace at = scalar_place(); !at.kernel.empty())
    scalar_fault(at, number, info);
  if (!running) {
    host_fault(number, info);
    sigaction(number, &previous[number],
              nullptr); // the access happens again, and is the program's own
    return;
  }
  const Running &at = *running;
  running = nullptr; // a second fault is ours
  std::string what = number == SIGSEGV || number == SIGBUS ? memory_fault(at, info)
                     : number == SIGFPE                    ? "arithmetic fault"
                                                           : "illegal instruction";
  end_program(kFaulted, "fault", at.grid->launch.kernel->name,
              at.grid->shown() + ": " + what + place(at));
}

} // namespace

namespace {

std::string line_of(const Running &at) {
  if (!at.registers)
    return {};
  std::string line = source_line(*at.grid->launch.kernel->object, at.registers->pc);
  return line.empty() ? line : ", " + line;
}

} // namespace

std::string place(const Running &at) {
  return ", block (" + std::to_string(at.block.x) + "," + std::to_string(at.block.y) + "," +
         std::to_string(at.block.z) + "), wave " + std::to_string(at.wave) + line_of(at);
}

void leave_signals_to_the_program() {
  sigset_t others;
  sigfillset(&others);
  for (int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    sigdelset(&others, fault);
  pthread_sigmask(SIG_BLOCK, &others, nullptr);
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
