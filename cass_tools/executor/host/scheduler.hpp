// Running a launch: waves are entered again and again until they have ended.
//
// Workgroups start in order, one at a time per thread. When every wave of the resident ones waits
// for something that none of them brings, further workgroups are let in, up to as many as the card
// would hold; so flags between workgroups, look-back scans and grid barriers make progress as on
// hardware.
#pragma once

#include "hip_errors.hpp"
#include "launch.hpp"

namespace cass {

// Returns when the whole grid has ended. A fault, a trap or a deadlock ends the program with a
// report; but traps and failed assertions of CUDA programs end the launch with CUDA's error, with
// which all further calls fail too.
hipError_t run(const Launch &launch);

} // namespace cass
