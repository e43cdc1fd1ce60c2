// Who wrote a piece of memory last during one launch (CASS_EXEC_WATCH, "LAUNCH NUMBER LABEL OFFSET
// SIZE"; with the check "writer", so that the code shows its accesses).
#pragma once

#include "checks.hpp"
#include "memory.hpp"

namespace cass {

// Around a launch, by its number: from which memory on accesses are looked at, and what was found.
void watch_launch(uint64_t number, const Launch &launch);
void end_watch(uint64_t number, const Launch &launch);

// An access of the code, before it is made.
void watch_access(const Access &access);

} // namespace cass
