// Calls from kernels to the host: printf, assertion messages, memory for the device's malloc.
//
// A wave takes a packet from the free stack, fills it, pushes it on the ready stack and sleeps
// until the packet's ready bit is cleared. The layout is that of AMD's device libraries (ockl).
#pragma once

#include <string>

namespace cass {

// The buffer whose address kernels get as a hidden argument.
void *hostcall_buffer();

// Answers every packet that is ready; false where there was none.
bool serve_hostcalls();

// What a kernel last printed on standard error: the text of a failed assertion.
std::string last_device_error();

} // namespace cass
