#include "signature.hpp"

#include <cstdlib>
#include <cxxabi.h>

namespace watch {

namespace {

std::string trimmed(const std::string &text) {
  size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

// Where the parenthesis that the last one closes was opened.
size_t opening(const std::string &text) {
  int depth = 0;
  for (size_t i = text.rfind(')') + 1; i-- > 0;) {
    depth += (text[i] == ')') - (text[i] == '(');
    if (depth == 0)
      return i;
  }
  return std::string::npos;
}

} // namespace

std::string demangled(const std::string &name) {
  int status = 0;
  char *plain = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  std::string result = status == 0 && plain ? plain : name;
  free(plain);
  return result;
}

std::vector<std::string> parameters(const std::string &demangled) {
  size_t open = demangled.rfind(')') == std::string::npos ? std::string::npos : opening(demangled);
  if (open == std::string::npos)
    return {};
  std::vector<std::string> types;
  std::string type;
  int depth = 0;
  for (char c : demangled.substr(open + 1, demangled.rfind(')') - open - 1)) {
    depth += (c == '<' || c == '(' || c == '[') - (c == '>' || c == ')' || c == ']');
    if (c == ',' && depth == 0)
      types.push_back(trimmed(type)), type.clear();
    else
      type += c;
  }
  if (std::string last = trimmed(type); !last.empty() && last != "void")
    types.push_back(last);
  return types;
}

} // namespace watch
