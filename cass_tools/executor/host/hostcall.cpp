#include "hostcall.hpp"

#include "checks.hpp"
#include "device_output.hpp"
#include "device_printf.hpp"
#include "memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <vector>

namespace cass {

namespace {

constexpr uint64_t kPackets = 4096; // a power of two
constexpr uint32_t kReady = 1;

enum Service : uint32_t { Call = 1, Printf = 2, DeviceMemory = 3 };

struct Header {
  uint64_t next, active;
  uint32_t service;
  std::atomic<uint32_t> control;
};

struct Payload {
  uint64_t slots[64][8];
};

struct Buffer {
  Header *headers;
  Payload *payloads;
  uint64_t doorbell;
  std::atomic<uint64_t> free_stack, ready_stack;
  uint64_t index_mask;
};

// amd_signal_t; without an event mailbox a kernel only adds to its value.
struct alignas(64) Signal {
  int64_t kind, value;
  uint64_t mailbox, rest[5];
};

template <typename T> T *pages(size_t count) {
  void *memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  allow_runtime_memory(memory, count * sizeof(T));
  return static_cast<T *>(memory);
}

class Server {
public:
  Server() {
    buffer_.headers = pages<Header>(kPackets);
    buffer_.payloads = pages<Payload>(kPackets);
    buffer_.doorbell = reinterpret_cast<uint64_t>(&doorbell_);
    buffer_.index_mask = kPackets - 1;
    uint64_t top = 0; // a pointer is an index with a tag above it; 0 is the null pointer
    for (uint64_t i = 1; i < kPackets; ++i) {
      buffer_.headers[i].next = top;
      top = kPackets | i;
    }
    buffer_.free_stack = top;
    allow_runtime_memory(this, sizeof *this);
  }

  Buffer *buffer() { return &buffer_; }

  bool serve() {
    if (buffer_.ready_stack.load(std::memory_order_relaxed) == 0)
      return false;
    std::lock_guard lock(mutex_);
    std::vector<uint64_t> packets;
    for (uint64_t at = buffer_.ready_stack.exchange(0, std::memory_order_acquire); at;
         at = buffer_.headers[at & buffer_.index_mask].next)
      packets.push_back(at & buffer_.index_mask);
    std::reverse(packets.begin(), packets.end()); // the oldest first
    for (uint64_t index : packets) {
      answer(buffer_.headers[index], buffer_.payloads[index]);
      buffer_.headers[index].control.fetch_and(~kReady, std::memory_order_release);
    }
    return !packets.empty();
  }

  std::string last_error() const { return last_error_; }

private:
  void answer(const Header &header, Payload &payload) {
    for (int lane = 0; lane < 64; ++lane) {
      if (!(header.active >> lane & 1))
        continue;
      uint64_t *slots = payload.slots[lane];
      switch (header.service) {
      case Call: {
        auto function = reinterpret_cast<void (*)(uint64_t *, const uint64_t *)>(slots[0]);
        uint64_t output[2] = {};
        function(output, slots + 1);
        slots[0] = output[0], slots[1] = output[1];
        break;
      }
      case Printf:
        slots[0] = print(slots);
        break;
      case DeviceMemory:
        slots[0] = slots[0] ? (memory().release(reinterpret_cast<void *>(slots[0])), 0)
                            : reinterpret_cast<uint64_t>(allocate(slots[1]));
        break;
      default:
        slots[0] = slots[1] = 0;
      }
    }
  }

  // The device's malloc asks for slabs that are aligned to their own size of 2 MiB.
  static void *allocate(uint64_t size) {
    constexpr uint64_t kSlab = 2 << 20;
    if (size != kSlab)
      return memory().allocate(size, MemoryKind::Device);
    auto start = reinterpret_cast<uint64_t>(memory().allocate(2 * kSlab, MemoryKind::Device));
    return reinterpret_cast<void *>((start + kSlab - 1) & ~(kSlab - 1));
  }

  // One packet of a message: slot 0 describes it (begin, end, number of words, message), the words
  // follow. The answer is what names the message in its next packet; to the last one, the number of
  // characters, which the kernel's printf returns.
  uint64_t print(const uint64_t *slots) {
    constexpr uint64_t kBegin = 1, kEnd = 2;
    uint64_t description = slots[0];
    if (description & kBegin)
      description = next_message_++ << 8;
    std::vector<uint64_t> &words = messages_[description >> 8];
    words.insert(words.end(), slots + 1, slots + 1 + (slots[0] >> 5 & 7));
    if (slots[0] & kEnd) {
      uint64_t length = finish(words);
      messages_.erase(description >> 8);
      return length;
    }
    return description & ~(kBegin | kEnd);
  }

  uint64_t finish(const std::vector<uint64_t> &words) {
    if (words.empty())
      return 0;
    bool error = words[0] & 1;
    std::string text = format_device_message(words.data() + 1, words.size() - 1);
    if (error)
      last_error_ = text;
    print_for_device(text, error);
    return text.size();
  }

  Buffer buffer_{};
  Signal doorbell_{};
  std::mutex mutex_;
  std::map<uint64_t, std::vector<uint64_t>> messages_;
  uint64_t next_message_ = 1;
  std::string last_error_;
};

Server &server() {
  static Server *server = new Server;
  return *server;
}

} // namespace

void *hostcall_buffer() { return server().buffer(); }

bool serve_hostcalls() { return server().serve(); }

std::string last_device_error() { return server().last_error(); }

} // namespace cass
