// Programs that are compiled while the program runs, and code objects linked from bitcode: what
// hiprtc is made of. The compiler runs in a helper process.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace cass {

struct SourceProgram {
  std::string source, name;
  std::vector<std::string> headers; // name, text, name, ...
  std::vector<std::string> expressions;
  bool compiled = false, separable = false;
  std::string log, code;                      // code: an ELF file, or bitcode where `separable`
  std::map<std::string, std::string> symbols; // by name expression
};

struct LinkInputs {
  std::vector<std::string> bitcode, options;
  std::string log, code;
};

// Fill in what they make; false where the log says what is wrong.
bool compile(SourceProgram &program, const std::vector<std::string> &options);
bool link(LinkInputs &inputs);

} // namespace cass
