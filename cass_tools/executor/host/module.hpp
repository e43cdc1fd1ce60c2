// The GPU code of a program: images that its object files register, or that it loads itself.
#pragma once

#include "code_object.hpp"
#include "hip_errors.hpp"
#include "lifting.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace cass {

// One image (an offload bundle or an ELF file); its code object for this device is loaded when
// first needed.
class Module {
public:
  // `image` must stay where it is until the first use, unless `copied`.
  explicit Module(const char *image) : image_(image) {}
  explicit Module(std::string copied) : copy_(std::move(copied)), image_(copy_.data()) {}
  ~Module();

  // Throws Refusal where there is no code for this device or it cannot be loaded.
  CodeObject &code();

  // nullptr where there is none of that name. The program ends with a report where NVIDIA's code of
  // the kernel could not be lifted.
  const Kernel *kernel(std::string_view name);
  const Variable *variable(std::string_view name);

  // Those that could not be lifted included.
  std::vector<std::string> kernel_names();

  // Whether CUDA's compiler made the variable a managed one.
  bool managed(std::string_view name);

private:
  // Nobody registers managed variables of an image that the program loads itself: they are made
  // here.
  void make_managed(const CodeObject &object);

  std::string copy_;
  const char *image_;
  std::mutex mutex_;
  std::map<int, std::unique_ptr<CodeObject>> code_;      // by device: each has variables of its own
  std::map<std::string, Variable, std::less<>> managed_; // made for the program
  std::unique_ptr<Lifted> lifted_;                       // where the image is NVIDIA's
};

// What object files register: host addresses that stand for kernels and variables.
void register_kernel(const void *host, Module *module, const char *name);
void register_variable(const void *host, Module *module, const char *name, size_t size);

// The pointers of CUDA's managed variables of this module become their addresses on the device.
void place_managed(Module *module);

// A managed variable of CUDA: the device's variable is the memory itself.
void register_placed(Module *module, void **pointer, const char *name);

// A managed variable: `*pointer` and the variable of that name on the device become the address of
// one piece of memory, filled from `initial`.
void register_managed(Module *module, void **pointer, const void *initial, const char *name,
                      size_t size);

void forget(Module *module);

// The kernel behind a host function, or behind a handle that a program of CUDA got for a kernel of
// a module (on another device, its code there), or nullptr. The program ends with a report where
// the module that registered it has no code for this device.
const Kernel *kernel_of(const void *host);

// What is answered about a function that stands for no kernel. CUDA's runtime takes it for a
// handle.
hipError_t error_without_kernel(const void *host);

// The kernel that this is the handle of, got from a module of HIP, or nullptr.
const Kernel *given_out(const void *handle);

// The module that a host function or another handle of a kernel belongs to, or nullptr.
Module *module_of(const void *handle);

// The variable behind a host variable's address, or nullptr; likewise.
const Variable *variable_of(const void *host);

} // namespace cass
