// The memory that graphs allocate: how much of it is in use, and was at most.
#include "graph_memory.hpp"

#include "device.hpp"
#include "graph_nodes.hpp"
#include "memory.hpp"

#include <algorithm>
#include <map>
#include <mutex>

using namespace cass;

namespace {

struct Use {
  size_t now = 0, most = 0, most_reserved = 0;
};

struct Held {
  size_t size;
  int device;
};

struct GraphMemory {
  std::mutex mutex;
  std::map<int, Use> devices;
  std::map<void *, Held> held;
};

GraphMemory &graph_memory() {
  static auto *memory = new GraphMemory;
  return *memory;
}

enum { UsedNow, UsedMost, ReservedNow, ReservedMost };

} // namespace

void cass::graph_memory_taken(void *pointer) {
  auto found = memory().find(pointer);
  GraphMemory &m = graph_memory();
  std::lock_guard lock(m.mutex);
  if (!found || !m.held.insert({pointer, {found->size, found->device}}).second)
    return;
  Use &use = m.devices[found->device];
  use.now += found->size;
  use.most = std::max(use.most, use.now);
  use.most_reserved = std::max(use.most_reserved, use.now);
}

bool cass::graph_memory_given(void *pointer) {
  GraphMemory &m = graph_memory();
  std::lock_guard lock(m.mutex);
  auto found = m.held.find(pointer);
  if (found == m.held.end())
    return false;
  m.devices[found->second.device].now -= found->second.size;
  m.held.erase(found);
  return true;
}

void cass::own(Graph &graph, void *pointer) {
  graph.owned.emplace_back(pointer, [](void *pointer) {
    graph_memory_given(pointer);
    memory().release(pointer);
  });
}

hipError_t cass::capture_allocation(hipStream_t stream, size_t size, void **pointer) {
  constexpr int kPinned = 1, kDevice = 1;
  hipMemAllocNodeParams told{};
  told.pool.type = kPinned;
  told.pool.place = kDevice;
  told.pool.device = stream_of(stream)->device;
  told.bytes = size;
  told.pointer = memory().allocate(size, MemoryKind::Device);
  if (!told.pointer)
    return hipErrorOutOfMemory;
  own(*stream_of(stream)->capture, told.pointer);
  *pointer = told.pointer;
  const auto take = [taken = told.pointer] {
    graph_memory_taken(taken);
    return hipSuccess;
  };
  return submit(stream, NodeKind::MemAlloc, take, told);
}

// What is reserved is what is in use: memory that was given back is not kept for later.
HIP_API hipError_t hipDeviceGetGraphMemAttribute(int number, int attribute, void *value) {
  if (!is_device(number))
    return done(hipErrorInvalidDevice);
  if (!value || attribute < UsedNow || attribute > ReservedMost)
    return done(hipErrorInvalidValue);
  GraphMemory &m = graph_memory();
  std::lock_guard lock(m.mutex);
  const Use &use = m.devices[number];
  const size_t values[] = {use.now, use.most, use.now, use.most_reserved};
  *static_cast<size_t *>(value) = values[attribute];
  return done(hipSuccess);
}

// Only the greatest values can be set, to zero: from then on the greatest is sought anew.
HIP_API hipError_t hipDeviceSetGraphMemAttribute(int number, int attribute, void *value) {
  if (!is_device(number))
    return done(hipErrorInvalidDevice);
  bool most = attribute == UsedMost || attribute == ReservedMost;
  if (!value || !most || *static_cast<size_t *>(value) != 0)
    return done(hipErrorInvalidValue);
  GraphMemory &m = graph_memory();
  std::lock_guard lock(m.mutex);
  Use &use = m.devices[number];
  (attribute == UsedMost ? use.most : use.most_reserved) = 0;
  return done(hipSuccess);
}

HIP_NO_EFFECT hipError_t hipDeviceGraphMemTrim(int number) {
  return done(is_device(number) ? hipSuccess : hipErrorInvalidDevice);
}
