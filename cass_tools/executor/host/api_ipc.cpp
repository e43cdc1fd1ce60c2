// Memory and events of one process in another: a handle names the process and its descriptor of
// them.
#include "hip_types.hpp"

#include "device.hpp"
#include "events.hpp"
#include "memory.hpp"
#include "shared_memory.hpp"

#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace cass;

namespace {

struct hipIpcMemHandle_t {
  char reserved[kTokenBytes];
};

constexpr char kEventMark[] = "cassevt";

struct hipIpcEventHandle_t {
  char reserved[64];
};

struct SharedPlace {
  char mark[8];
  int process, file;
};
static_assert(sizeof(SharedPlace) <= sizeof(hipIpcEventHandle_t));

// What has been opened: each handle once, however often.
struct Opened {
  void *pointer;
  size_t size;
  int users;
};

std::mutex mutex;
auto &opened = *new std::map<std::pair<int, uint64_t>, Opened>; // by process and `born`

// The memory that another process has shared; MAP_FAILED where it has ended or freed it.
void *map_of(const SharedMemory &content) {
  int file = open_file(content);
  if (file < 0)
    return MAP_FAILED;
  void *start = mmap(nullptr, content.size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return start;
}

} // namespace

HIP_API hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *pointer) {
  auto content = handle ? share(pointer) : std::nullopt;
  if (!content)
    return done(hipErrorInvalidValue);
  std::memset(handle, 0, sizeof *handle);
  std::memcpy(handle, &*content, sizeof *content);
  return done(hipSuccess);
}

HIP_API hipError_t hipIpcOpenMemHandle(void **pointer, hipIpcMemHandle_t handle, unsigned flags) {
  constexpr unsigned kLazyPeerAccess = 1; // 0 in old headers
  SharedMemory content;
  std::memcpy(&content, &handle, sizeof content);
  if (!pointer || flags > kLazyPeerAccess || !is_token(content))
    return done(hipErrorInvalidValue);
  if (content.process == getpid())
    return done(hipErrorInvalidContext);
  std::lock_guard lock(mutex);
  Opened &known = opened[{content.process, content.born}];
  if (known.users == 0) {
    void *start = map_of(content);
    if (start == MAP_FAILED || !memory().adopt(start, content.size, MemoryKind::Device))
      return done(hipErrorInvalidHandle);
    known = {start, content.size, 0};
  }
  ++known.users;
  *pointer = known.pointer;
  return done(hipSuccess);
}

HIP_API hipError_t hipIpcCloseMemHandle(void *pointer) {
  std::lock_guard lock(mutex);
  for (auto at = opened.begin(); at != opened.end(); ++at) {
    if (at->second.pointer != pointer || at->second.users == 0)
      continue;
    if (--at->second.users == 0) {
      synchronize_device(-1);
      memory().release(pointer);
      munmap(pointer, at->second.size);
      opened.erase(at);
    }
    return done(hipSuccess);
  }
  return done(hipErrorInvalidValue);
}

HIP_API hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event) {
  if (!handle || !known(event))
    return done(hipErrorInvalidValue);
  if (!event->shared)
    return done(hipErrorInvalidHandle);
  SharedPlace place{{}, getpid(), event->shared->file()};
  std::memcpy(place.mark, kEventMark, sizeof kEventMark);
  *handle = {};
  std::memcpy(handle, &place, sizeof place);
  return done(hipSuccess);
}

HIP_API hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle) {
  constexpr unsigned kDisableTiming = 2, kInterprocess = 4;
  SharedPlace place;
  std::memcpy(&place, &handle, sizeof place);
  if (!event || std::memcmp(place.mark, kEventMark, sizeof kEventMark) != 0)
    return done(hipErrorInvalidValue);
  if (place.process == getpid())
    return done(hipErrorInvalidContext);
  auto shared = SharedEvent::open(place.process, place.file);
  if (!shared)
    return done(hipErrorInvalidHandle);
  *event = make_event(kDisableTiming | kInterprocess, std::move(shared));
  return done(hipSuccess);
}
