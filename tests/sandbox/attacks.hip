// One program with many bad intentions: the first argument chooses one. It also does what original.cu does.
#include <arpa/inet.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <hip/hip_runtime.h>
#include <netdb.h>
#include <signal.h>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <vector>

__global__ void square(int *x) { x[threadIdx.x] = threadIdx.x * threadIdx.x; }

static bool read_file(const char *name) {
  std::ifstream file(name);
  std::string line;
  if (!std::getline(file, line))
    return false;
  printf("%s\n", line.c_str());
  return true;
}

static bool reach(int family, int kind, const char *where) {
  int s = socket(family, kind, 0);
  if (family == AF_UNIX) {
    sockaddr_un place{};
    place.sun_family = AF_UNIX;
    strncpy(place.sun_path, where, sizeof place.sun_path - 1);
    return s >= 0 && connect(s, (sockaddr *)&place, sizeof place) == 0;
  }
  sockaddr_in place{};
  place.sin_family = AF_INET;
  place.sin_port = htons(atoi(where));
  inet_pton(AF_INET, "127.0.0.1", &place.sin_addr);
  return s >= 0 && connect(s, (sockaddr *)&place, sizeof place) == 0 && send(s, "x", 1, MSG_NOSIGNAL) == 1;
}

static void forks() {
  for (;;)
    fork();
}

static void detach() {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      signal(SIGTERM, SIG_IGN);
      for (;;)
        sleep(100);
    }
    _exit(0);
  }
}

static void fill(const char *folder) {
  std::vector<char> block(1 << 20, 'x');
  for (int n = 0;; ++n) {
    std::ofstream file(std::string(folder) + "/fill" + std::to_string(n));
    for (int i = 0; i < 64; ++i)
      file.write(block.data(), block.size());
  }
}

static void hog() {
  for (;;)
    if (volatile char *p = static_cast<char *>(malloc(64 << 20)))
      for (int n = 0; n < 64 << 20; n += 4096)
        p[n] = 1;
    else
      abort();
}

int main(int argc, char **argv) {
  std::string what = argc > 1 ? argv[1] : "";
  const char *where = argc > 2 ? argv[2] : "";
  bool bad = false;
  if (what == "read")
    bad = read_file(where);
  else if (what == "write")
    bad = (std::ofstream(where) << "changed").good() && false;
  else if (what == "tcp")
    bad = reach(AF_INET, SOCK_STREAM, where);
  else if (what == "udp")
    bad = reach(AF_INET, SOCK_DGRAM, where);
  else if (what == "socket")
    bad = reach(AF_UNIX, SOCK_STREAM, where);
  else if (what == "dns")
    bad = gethostbyname("example.com") != nullptr;
  else if (what == "environment")
    bad = getenv(where) != nullptr;
  else if (what == "kill")
    bad = kill(atoi(where), SIGKILL) == 0;
  else if (what == "detach")
    detach();
  else if (what == "forks")
    forks();
  else if (what == "sleep")
    sleep(3600);
  else if (what == "spin")
    for (int i = 0; i < 32; ++i)
      std::thread([] { for (volatile int n = 0;; n = n + 1); }).detach();
  else if (what == "print")
    for (std::string text(1 << 20, 'x');;)
      fwrite(text.data(), 1, text.size(), stdout);
  else if (what == "fill")
    fill(where);
  else if (what == "hog")
    hog();
  else if (what == "link")
    symlink(where, "result.txt");
  if (what == "spin")
    sleep(3600);
  int *x, y[8];
  hipMalloc(&x, sizeof y);
  square<<<1, 8>>>(x);
  hipMemcpy(y, x, sizeof y, hipMemcpyDeviceToHost);
  for (int each : y)
    printf("%d\n", each);
  if (bad)
    puts("it worked");
}
