// Bad memory accesses of kernels: named and reported; those of the host program stay what they are.
#pragma once

#include "grid.hpp"

namespace cass {

class GroupChecks;

// The wave that this thread executes.
struct Running {
  const Grid *grid;
  Dim3 block;
  uint32_t wave;
  const Wave *registers = nullptr;
  GroupChecks *checks = nullptr; // where any are made
};

// Set around every entry into translated code; null outside of it. The model saves a call for each.
extern thread_local const Running *running __attribute__((tls_model("initial-exec")));

void install_fault_handlers();

// For threads that the program does not know: they get the signals of faults only.
void leave_signals_to_the_program();

// ", block (1,0,0), wave 3" and, where the code has debug information, ", prog.hip:12"
std::string place(const Running &at);

} // namespace cass
