// A helper process, such as the one that translates kernels: a line to it, a line back.
#pragma once

#include <string>
#include <sys/types.h>

namespace cass {

class Helper {
public:
  // `module` is Python's name of its program, `purpose` what it is for, in messages.
  explicit Helper(std::string module = "cass_tools.executor.service",
                  std::string purpose = "translate kernels")
      : module_(std::move(module)), purpose_(std::move(purpose)) {}

  // The answer without its newline; empty where the helper could not be started or died over it,
  // which `trouble` then explains. It is started by the first request, and again after it died.
  std::string ask(const std::string &line);

  const std::string &trouble() const { return trouble_; }

private:
  bool start();
  void bury();

  std::string module_, purpose_;
  int socket_ = -1;
  pid_t process_ = -1;
  std::string trouble_;
};

} // namespace cass
