// NVIDIA's code lifted for this CPU: a library in which every thread of a block has its own stack
// (executor/nvidia/lift/runtime). Slow, and independent of all that concerns AMD's GPUs.
#pragma once

#include "hip_errors.hpp"
#include "launch.hpp"
#include "lifting.hpp"

namespace cass {

// Loads the library; every code object has one for itself. Throws Refusal.
void load_scalar(CodeObject &object, const Lifted &lifted);

// Returns when the whole grid has ended, or when a trap or an assertion has stopped it, which is
// CUDA's lasting error from then on; a fault or a deadlock ends the program with a report. Launches
// of a library wait for each other.
void run_scalar(const Launch &launch);

// Leaves the kernel that this thread runs, from wherever it is, with that error.
[[noreturn]] void stop_scalar(hipError_t error, const std::string &what);

// Where this thread is within run_scalar: "sm_80 kernel f(int*)" and ", block (1,0,0), thread
// (3,0,0)". Empty elsewhere.
struct ScalarPlace {
  std::string kernel, shown, place;
};
ScalarPlace scalar_place();

} // namespace cass
