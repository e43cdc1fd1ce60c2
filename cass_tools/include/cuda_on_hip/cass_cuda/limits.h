// Ending a reference run that AMD hardware cannot do, instead of letting it print something CUDA
// would not.
#pragma once

#include <dlfcn.h>

namespace cass {

constexpr int kSharedMemory = 65536; // bytes that a workgroup can have

// On the executor the run ends and counts as not tried; elsewhere nothing happens.
inline void refuse(const char *reason) {
  using Refuse = void (*)(const char *);
  if (auto end = reinterpret_cast<Refuse>(dlsym(RTLD_DEFAULT, "cass_refuse")))
    end(reason);
}

} // namespace cass
