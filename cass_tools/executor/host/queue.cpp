#include "queue.hpp"

#include "checks.hpp"

#include <sys/mman.h>

namespace cass {

namespace {

constexpr size_t kHeapState = 2 << 20; // more than any version of the device libraries uses

Queue make_queue() {
  Queue queue{};
  queue.private_segment_aperture_base_hi = static_cast<uint32_t>(kPrivateAperture >> 32);
  return queue;
}

} // namespace

const Queue &queue() {
  static const Queue queue = make_queue();
  static const bool once = (allow_runtime_memory(&queue, sizeof queue), true);
  (void)once;
  return queue;
}

void *device_heap() {
  static void *heap = mmap(nullptr, kHeapState, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  static const bool once = (allow_runtime_memory(heap, kHeapState), true);
  (void)once;
  return heap;
}

} // namespace cass
