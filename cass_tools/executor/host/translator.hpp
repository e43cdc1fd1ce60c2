// From a kernel's GPU code to native code: looked up in the cache, else made by the helper process.
#pragma once

#include "abi.hpp"
#include "code_object.hpp"

namespace cass {

struct Translation {
  KernelFunction run;
  uint32_t rows; // vector registers that a wave needs
};

// Translated when asked for first. Ends the program with a report where that is not possible.
const Translation &translation(const Kernel &kernel);

} // namespace cass
