// Where in the user's source the code of a kernel comes from.
#pragma once

#include "code_object.hpp"

namespace cass {

// "prog.hip:12" for an address relative to the image; "" without debug information (-g or
// -gline-tables-only), or where it cannot be asked for now. Slow: another process looks it up.
std::string source_line(const CodeObject &object, uint32_t pc);

} // namespace cass
