#include "shared_event.hpp"

#include <chrono>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

namespace cass {

std::shared_ptr<SharedEvent> SharedEvent::map(int file) {
  if (file < 0)
    return nullptr;
  void *page = mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (page == MAP_FAILED) {
    close(file);
    return nullptr;
  }
  return std::shared_ptr<SharedEvent>(new SharedEvent(static_cast<Page *>(page), file));
}

std::shared_ptr<SharedEvent> SharedEvent::make() {
  int file = memfd_create("hipEvent", MFD_CLOEXEC);
  if (file >= 0 && ftruncate(file, sizeof(Page)) != 0) {
    close(file);
    return nullptr;
  }
  return map(file);
}

std::shared_ptr<SharedEvent> SharedEvent::open(int process, int file) {
  std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(file);
  return map(::open(path.c_str(), O_RDWR | O_CLOEXEC));
}

SharedEvent::~SharedEvent() {
  munmap(page_, sizeof(Page));
  close(file_);
}

void SharedEvent::finish(uint64_t number) {
  uint64_t before = page_->finished;
  while (before < number && !page_->finished.compare_exchange_weak(before, number))
    ;
}

void SharedEvent::wait(uint64_t number) const {
  constexpr std::chrono::microseconds kLook{50};
  while (!passed(number))
    std::this_thread::sleep_for(kLook);
}

} // namespace cass
