// How much memory the graphs of a device hold, for programs that ask.
#pragma once

#include <cstddef>

namespace cass {

// A node that allocates has run: its memory is in use until it is given back.
void graph_memory_taken(void *pointer);

// Nothing happens where the pointer is not to such memory.
void graph_memory_given(void *pointer);

} // namespace cass
