// How much memory the graphs of a device hold, for programs that ask.
#pragma once

#include "hip_types.hpp"

namespace cass {

// A node that allocates has run: its memory is in use until it is given back.
void graph_memory_taken(void *pointer);

// False, and nothing happens, where the pointer is not to such memory.
bool graph_memory_given(void *pointer);

// A node that allocates, for hipMallocAsync of a stream that is captured. The memory is there as
// long as the graph and what is made of it.
hipError_t capture_allocation(hipStream_t stream, size_t size, void **pointer);

// The memory belongs to the graph.
void own(Graph &graph, void *pointer);

} // namespace cass
