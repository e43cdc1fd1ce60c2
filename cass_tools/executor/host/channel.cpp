#include "channel.hpp"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace cass {

namespace {

constexpr int kPatience =
    100; // tries for a lock that the thread in a signal handler may hold itself
constexpr unsigned kPause = 1000; // microseconds

bool send_all(int file, const std::string &text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t n = send(file, text.data() + done, text.size() - done, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    done += static_cast<size_t>(n);
  }
  return true;
}

std::string receive_line(int file) {
  std::string text;
  for (char c; recv(file, &c, 1, 0) == 1 && c != '\n';)
    text += c;
  return text;
}

// The path is often too long for an address: the socket is named by its folder's descriptor.
int connected(const std::string &path) {
  size_t slash = path.rfind('/');
  if (slash == path.npos)
    return -1;
  int folder = open(path.substr(0, slash + 1).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return -1;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::string name = "/proc/self/fd/" + std::to_string(folder) + path.substr(slash);
  int file = -1;
  if (name.size() < sizeof address.sun_path) {
    std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
    file = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  }
  auto *place = reinterpret_cast<sockaddr *>(&address);
  if (file >= 0 && connect(file, place, sizeof address) != 0) {
    close(file);
    file = -1;
  }
  close(folder);
  return file;
}

// Where sockets are refused, in a sandbox without a network of its own: one end of a pair that was
// there from the start, once.
int inherited() {
  const char *set = getenv("CASS_EXEC_REPORT_FILE");
  unsetenv("CASS_EXEC_REPORT_FILE");
  return set ? fcntl(atoi(set), F_DUPFD_CLOEXEC, 3) : -1;
}

class Channel {
public:
  // The first connection asks for a secret; later ones, of other processes, must know it.
  void open() {
    const char *set = getenv("CASS_EXEC_REPORT");
    path_ = set ? set : "";
    if (!path_.empty())
      connect();
  }

  bool heard() const { return !secret_.empty(); }

  void send(const std::string &line) {
    if (!heard())
      return;
    std::unique_lock lock(mutex_, std::defer_lock);
    for (int tries = 0; !lock.try_lock() && tries < kPatience; ++tries)
      usleep(kPause);
    if (ours() || connect())
      send_all(file_, std::to_string(++number_) + " " + secret_ + " " + line + "\n");
  }

private:
  // The program may have closed it, opened another file in its place, or forked.
  bool ours() const {
    struct stat now;
    return owner_ == getpid() && fstat(file_, &now) == 0 && S_ISSOCK(now.st_mode) &&
           now.st_ino == node_;
  }

  bool connect() {
    file_ = connected(path_);
    if (file_ < 0)
      file_ = inherited();
    number_ = 0;
    struct stat now;
    if (file_ < 0 || fstat(file_, &now) != 0 ||
        !send_all(file_, "hello " + (secret_.empty() ? "-" : secret_) + "\n"))
      return false;
    node_ = now.st_ino;
    owner_ = getpid();
    std::string given = receive_line(file_);
    if (given.empty()) // this process was started by the program: it is not the one that is watched
      close(file_), file_ = -1;
    secret_ = given;
    return heard();
  }

  std::mutex mutex_;
  std::string path_, secret_;
  int file_ = -1;
  pid_t owner_ = 0;
  ino_t node_ = 0;
  uint64_t number_ = 0;
};

Channel &channel() {
  static Channel *channel = new Channel;
  return *channel;
}

__attribute__((constructor)) void open_channel() { channel().open(); }

} // namespace

bool heard() { return channel().heard(); }

void send_line(const std::string &line) { channel().send(line); }

} // namespace cass
