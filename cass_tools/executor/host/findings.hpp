// Telling what checks have found: each place in the code once.
#pragma once

#include "checks.hpp"

namespace cass {

// `what` was found at an access, first in `lane`. `other_pc`: the place that it is in conflict
// with.
void found(Check check, const Access &access, unsigned lane, const std::string &what,
           uint32_t other_pc = 0);

// Found at a barrier, in all of a wave.
void found(Check check, const Running &at, uint32_t pc, const std::string &what);

// "read of 4 bytes"
std::string shown(const Access &access);

// " of LDS at offset 16", and whose that is where it is another workgroup's of the cluster.
std::string shown_shared(const Access &access, unsigned lane);

// "prog.hip:12", or "code address 0x1a0" without debug information.
std::string shown_pc(const Running &at, uint32_t pc);

// "block (1,0,0)"
std::string shown_block(Dim3 block);

// "thread (5,0,0)" of a block
std::string shown_thread(const Running &at, uint32_t wave, unsigned lane);

} // namespace cass
