#include "shared_memory.hpp"

#include "memory.hpp"
#include "stream.hpp"

#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace cass {

namespace {

constexpr char kMark[] = "cassipc";

} // namespace

std::optional<SharedMemory> share(const void *start) {
  auto found = memory().find(start);
  if (!found || found->kind != MemoryKind::Device ||
      found->start != reinterpret_cast<uint64_t>(start))
    return std::nullopt;
  synchronize_device(-1);
  int file = memory().share(start);
  if (file < 0)
    return std::nullopt;
  SharedMemory shared{{}, getpid(), file, found->size, found->born};
  std::memcpy(shared.mark, kMark, sizeof kMark);
  return shared;
}

bool is_token(const SharedMemory &memory) {
  return std::memcmp(memory.mark, kMark, sizeof kMark) == 0;
}

int open_file(const SharedMemory &memory) {
  std::string path =
      "/proc/" + std::to_string(memory.process) + "/fd/" + std::to_string(memory.file);
  int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  struct stat status{};
  uint64_t page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  uint64_t whole = (memory.size + page - 1) / page * page;
  if (file < 0 || (fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                   static_cast<uint64_t>(status.st_size) == whole))
    return file;
  close(file); // the number stands for something else by now
  return -1;
}

} // namespace cass
