#include "helper.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char **environ;

namespace cass {

namespace {

// The program's environment without what makes it load this library.
std::vector<char *> helper_environment() {
  std::vector<char *> kept;
  for (char **entry = environ; *entry; ++entry) {
    std::string_view text = *entry;
    if (text.rfind("LD_PRELOAD=", 0) != 0 && text.rfind("LD_LIBRARY_PATH=", 0) != 0)
      kept.push_back(*entry);
  }
  kept.push_back(nullptr);
  return kept;
}

} // namespace

bool Helper::start() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    trouble_ = "no socket for the helper to " + purpose_ + ": " + strerror(errno);
    return false;
  }
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, ends[1], STDOUT_FILENO);
  const char *python = getenv("CASS_EXEC_PYTHON");
  std::string program = python ? python : "python3";
  std::string module = module_, flag = "-m";
  char *arguments[] = {program.data(), flag.data(), module.data(), nullptr};
  std::vector<char *> environment = helper_environment();
  // An interrupt from the terminal is for the program; the helper ends when its socket does.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGINT);
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  int error =
      posix_spawnp(&process_, program.c_str(), &files, &attributes, arguments, environment.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  close(ends[1]);
  if (error) {
    close(ends[0]);
    trouble_ = program + " cannot be started to " + purpose_ + ": " + strerror(error);
    return false;
  }
  socket_ = ends[0];
  return true;
}

void Helper::bury() {
  close(socket_);
  socket_ = -1;
  int status = 0;
  if (waitpid(process_, &status, 0) == process_ && WIFSIGNALED(status))
    trouble_ =
        "the helper to " + purpose_ + " was ended by signal " + std::to_string(WTERMSIG(status));
  else
    trouble_ =
        "the helper to " + purpose_ + " ended with status " + std::to_string(WEXITSTATUS(status));
}

std::string Helper::ask(const std::string &line) {
  if (socket_ < 0 && !start())
    return {};
  std::string text = line + "\n", answer;
  for (size_t sent = 0; sent < text.size();) {
    ssize_t n = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return bury(), std::string();
    sent += static_cast<size_t>(n);
  }
  // Nothing follows an answer before the next request.
  for (char block[1 << 16]; answer.empty() || answer.back() != '\n';) {
    ssize_t n = recv(socket_, block, sizeof block, 0);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return bury(), std::string();
    answer.append(block, static_cast<size_t>(n));
  }
  answer.pop_back();
  return answer;
}

} // namespace cass
