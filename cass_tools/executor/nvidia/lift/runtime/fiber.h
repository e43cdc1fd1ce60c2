// A thread's own stack, and the switch from one to another: the registers that a call keeps.
#pragma once

#include <cstdint>
#include <cstring>
#include <sys/mman.h>
#include <utility>

namespace cass {

extern "C" void cass_switch(void **save, void *to);

#if defined(__x86_64__)
asm(R"(
.text
.globl cass_switch
.hidden cass_switch
.type cass_switch, @function
cass_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size cass_switch, .-cass_switch
)");
constexpr int kKept = 6, kReturn = 6;
#elif defined(__aarch64__)
asm(R"(
.text
.globl cass_switch
.hidden cass_switch
.type cass_switch, %function
cass_switch:
  sub sp, sp, #160
  stp x19, x20, [sp]
  stp x21, x22, [sp, #16]
  stp x23, x24, [sp, #32]
  stp x25, x26, [sp, #48]
  stp x27, x28, [sp, #64]
  stp x29, x30, [sp, #80]
  stp d8, d9, [sp, #96]
  stp d10, d11, [sp, #112]
  stp d12, d13, [sp, #128]
  stp d14, d15, [sp, #144]
  mov x9, sp
  str x9, [x0]
  mov sp, x1
  ldp x19, x20, [sp]
  ldp x21, x22, [sp, #16]
  ldp x23, x24, [sp, #32]
  ldp x25, x26, [sp, #48]
  ldp x27, x28, [sp, #64]
  ldp x29, x30, [sp, #80]
  ldp d8, d9, [sp, #96]
  ldp d10, d11, [sp, #112]
  ldp d12, d13, [sp, #128]
  ldp d14, d15, [sp, #144]
  add sp, sp, #160
  ret
.size cass_switch, .-cass_switch
)");
constexpr int kKept = 20, kReturn = 11;
#else
#error "lifted code runs thread by thread on x86-64 and AArch64"
#endif

// Memory for one stack; a page at its end that may not be touched turns an overflow into a fault.
class Stack {
public:
  explicit Stack(size_t size) : size_(size) {
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory_ != MAP_FAILED)
      mprotect(memory_, kPage, PROT_NONE);
  }
  Stack(Stack &&other) noexcept
      : memory_(std::exchange(other.memory_, MAP_FAILED)), size_(other.size_) {}
  Stack(const Stack &) = delete;
  Stack &operator=(const Stack &) = delete;
  Stack &operator=(Stack &&) = delete;
  ~Stack() {
    if (memory_ != MAP_FAILED)
      munmap(memory_, size_);
  }

  bool valid() const { return memory_ != MAP_FAILED; }
  bool holds(const void *place) const {
    return place >= memory_ && place < static_cast<char *>(memory_) + size_;
  }

  // What to switch to so that `entry` begins on this stack; it must never return.
  void *start(void (*entry)()) const {
    auto **top = reinterpret_cast<void **>(static_cast<char *>(memory_) + size_ - 56);
    void **frame = top - kKept - 1;
    memset(frame, 0, (kKept + 1) * sizeof(void *));
    frame[kReturn] = reinterpret_cast<void *>(entry);
    return frame;
  }

private:
  static constexpr size_t kPage = 4096;
  void *memory_;
  size_t size_;
};

} // namespace cass
