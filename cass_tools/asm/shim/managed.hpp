// __managed__ variables of a recombined program.
#pragma once

#include "payload.hpp"

namespace cass {

// As __cudaRegisterManagedVar has them: `pointer` is the host's.
void announce_managed(void **module, void **pointer, const char *name, size_t size);

// Those that were announced since get their memory; before the host or a kernel uses one.
void place_managed();

} // namespace cass
