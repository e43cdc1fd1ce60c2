// What a kernel's mangled name says: how it reads in the source, and the types of its parameters.
#pragma once

#include <string>
#include <vector>

namespace watch {

// "scale(float*, int)" for "_Z5scalePfi"; a name that is not mangled stays.
std::string demangled(const std::string &name);

// {"float*", "int"}; empty where the name does not tell.
std::vector<std::string> parameters(const std::string &demangled);

} // namespace watch
