// The counter of constant rate. HIP 5.2's own is unknown to the compilation for the host, and not
// for gfx11.
#pragma once

#include "lanes.h"

CASS_DEVICE long long int wall_clock64() { return (long long int)__builtin_readsteadycounter(); }
