// CUDA's functions that are HIP's under another name: each is a jump, through a word that is filled
// when it is first used.
#include "payload.hpp"

extern "C" __attribute__((visibility("hidden"))) void *cass_found(const char *name) {
  return cass::hip_function(name);
}

// Registers that carry arguments are kept around the look-up, the stack stays aligned to 16 bytes.
asm(R"(
.text
cass_look_up:
  push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %rax; push %r10; push %r11
  sub $64, %rsp
  movups %xmm0, (%rsp); movups %xmm1, 16(%rsp); movups %xmm2, 32(%rsp); movups %xmm3, 48(%rsp)
  mov %r10, %rdi
  call cass_found@PLT
  movups (%rsp), %xmm0; movups 16(%rsp), %xmm1; movups 32(%rsp), %xmm2; movups 48(%rsp), %xmm3
  add $64, %rsp
  pop %r11
  mov %rax, (%r11)
  pop %r10; pop %rax; pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi
  jmp *(%r11)
)");

#define JUMP(name, hip, visibility)                                                                \
  asm(".section .rodata.str1.1,\"aMS\",@progbits,1\n"                                              \
      ".Lname_" #name ": .string \"" #hip "\"\n"                                                   \
      ".data\n.balign 8\n.Lslot_" #name ": .quad 0\n"                                              \
      ".text\n.globl " #name "\n" visibility ".type " #name ",@function\n.balign 16\n" #name ":\n" \
      "  endbr64\n"                                                                                \
      "  lea .Lslot_" #name "(%rip), %r11\n"                                                       \
      "  cmpq $0, (%r11)\n"                                                                        \
      "  je 1f\n"                                                                                  \
      "  jmp *(%r11)\n"                                                                            \
      "1: lea .Lname_" #name "(%rip), %r10\n"                                                      \
      "  jmp cass_look_up\n"                                                                       \
      ".size " #name ", .-" #name "\n");
#define ALIAS(cuda, hip) JUMP(cuda, hip, "")
#define OWN(hip) JUMP(hip, hip, ".hidden " #hip "\n") // for code of this library
#include "aliases.inc"
