// __managed__ variables of a recombined program.
#pragma once

#include "payload.hpp"

namespace cass {

// As __cudaRegisterManagedVar has them: `pointer` is the host's.
void announce_managed(void **module, void **pointer, const char *name, size_t size);

// Those that were announced since get their memory, if there is a GPU: when a module is registered,
// so before the host or a kernel uses one; else before the next kernel is launched.
void place_managed();

// The module goes, and with it the pointers of variables that have no memory yet.
void forget_managed(void **module);

} // namespace cass
