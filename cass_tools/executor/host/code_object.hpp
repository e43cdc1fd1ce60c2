// A code object in memory: segments loaded, relocations applied, kernels and variables by name.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cass {

// The 64 bytes that the hardware reads to start a kernel (LLVM's AMDGPU usage guide, "Kernel
// Descriptor").
struct KernelDescriptor {
  uint32_t group_segment_size, private_segment_size, kernarg_size;
  uint8_t reserved0[4];
  int64_t entry_offset;
  uint8_t reserved1[20];
  uint32_t rsrc3, rsrc1, rsrc2;
  uint16_t properties, kernarg_preload;
  uint8_t reserved2[4];
};
static_assert(sizeof(KernelDescriptor) == 64);

struct Argument {
  uint32_t offset, size;
  std::string kind; // value_kind of the metadata; hidden arguments start with "hidden_"

  bool hidden() const { return kind.compare(0, 7, "hidden_") == 0; }
};

struct CodeObject;
struct Translation;
struct ScalarLibrary;
struct NvidiaKernel;

struct Kernel {
  const CodeObject *object;
  std::string name;
  KernelDescriptor descriptor;
  std::vector<Argument> arguments;
  uint32_t kernarg_size, group_size, private_size, max_threads;
  uint32_t sgprs, vgprs;
  uint32_t wave; // lanes: 32 or 64
  bool dynamic_stack;
  void (*scalar)() = nullptr;                 // code for this CPU, thread by thread
  const NvidiaKernel *nvidia = nullptr;       // what NVIDIA's compiler said, of lifted code
  mutable std::array<int, 16> asked{};        // attributes that a program of CUDA has set
  mutable Translation *translation = nullptr; // once it has been asked for
};

struct Variable {
  uint64_t address;
  uint64_t size;
};

struct CodeObject {
  std::string file; // the ELF image as it was found
  std::string hash; // sha256 of it, in hexadecimal
  std::string code; // the same of what is loaded of it: without lines and names for debuggers
  uint64_t image = 0;
  size_t image_bytes = 0;
  std::map<std::string, Kernel, std::less<>> kernels;
  std::map<std::string, Variable, std::less<>> variables;
  std::shared_ptr<ScalarLibrary> library; // where its kernels are code for this CPU

  CodeObject() = default;
  CodeObject(const CodeObject &) = delete;
  CodeObject &operator=(const CodeObject &) = delete;
  ~CodeObject();
};

// Fills `object` from the ELF file; throws Refusal. Its variables are device memory until it is
// destroyed.
void load(CodeObject &object, std::string_view elf);

} // namespace cass
