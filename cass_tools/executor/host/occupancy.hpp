// How many workgroups of a kernel the card holds at a time.
#pragma once

#include "code_object.hpp"

#include <cstddef>
#include <cstdint>

namespace cass {

// Workgroups of `threads` work items on one multiprocessor; 0 where not even one fits.
uint32_t blocks_per_multiprocessor(const Kernel &kernel, uint32_t threads, size_t dynamic_lds);

uint64_t resident_blocks(const Kernel &kernel, uint32_t threads, size_t dynamic_lds);

// The same for clusters of `size` blocks on NVIDIA's card: those of one cluster are on
// multiprocessors of one group (GPC). An upper bound: cards differ in what their groups lack.
uint64_t resident_clusters(const Kernel &kernel, uint32_t threads, size_t dynamic_lds,
                           uint64_t size);

} // namespace cass
