// The functions of HIP and CUDA that are not there: a program that calls one ends with a sentence
// that names it, instead of the loader's message when it looks for the symbol. A definition
// elsewhere wins.
#include "hip_types.hpp"

#include "report.hpp"

using namespace cass;

namespace {

[[noreturn]] void refuse(const std::string &name) {
  end_program(kRefused, "refused", "",
              "the program calls " + name + ", which is not supported without a GPU");
}

} // namespace

#define REFUSED(name)                                                                              \
  HIP_API __attribute__((weak)) void name() { refuse(#name); }
#include "refused.inc"

#undef REFUSED
#define REFUSED(name)                                                                              \
  CUDA_API __attribute__((weak)) void name() { refuse(#name); }
#include "cuda_refused.inc"
