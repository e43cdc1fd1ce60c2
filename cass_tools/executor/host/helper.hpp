// The helper process that translates kernels: a line to it, a line back.
#pragma once

#include <string>
#include <sys/types.h>

namespace cass {

class Helper {
public:
  enum class Priority { Normal, Low };

  explicit Helper(Priority priority = Priority::Normal) : priority_(priority) {}

  // The answer without its newline; empty where the helper could not be started or died over it,
  // which `trouble` then explains. It is started by the first request, and again after it died.
  std::string ask(const std::string &line);

  const std::string &trouble() const { return trouble_; }

private:
  bool start();
  void bury();

  Priority priority_;
  int socket_ = -1;
  pid_t process_ = -1;
  std::string trouble_;
};

} // namespace cass
