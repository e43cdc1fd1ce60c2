#include "module.hpp"

#include "bundle.hpp"
#include "bytes.hpp"
#include "device.hpp"
#include "memory.hpp"
#include "nvidia_device.hpp"
#include "report.hpp"
#include "scalar.hpp"

#include <cstring>
#include <optional>
#include <unordered_map>

namespace cass {

namespace {

struct Symbol {
  Module *module;
  std::string name;
  std::map<int, const Kernel *> kernels; // by device, once they have been looked up
};

struct Managed {
  Module *module;
  std::string name;
  void *memory;
};

using Symbols = std::unordered_map<const void *, Symbol>;

struct Registry {
  std::mutex mutex;
  Symbols kernels, variables;
  Symbols handles;              // of kernels that modules of HIP gave out
  std::vector<Managed> managed; // whose pointers are not written into the code object yet
  std::vector<Managed> placed;  // of CUDA: `memory` is the pointer that is set
};

Registry &registry() {
  static Registry *registry = new Registry;
  return *registry;
}

// Device variables that stand for managed ones hold their address.
void store_managed(Module *module, CodeObject &code) {
  Registry &all = registry();
  std::lock_guard lock(all.mutex);
  for (const Managed &m : all.managed) {
    auto found = m.module == module ? code.variables.find(m.name) : code.variables.end();
    if (found != code.variables.end())
      std::memcpy(reinterpret_cast<void *>(found->second.address), &m.memory, sizeof m.memory);
  }
}

// CUDA's handles of kernels are taken wherever host functions are, those of HIP's modules by
// graphs.
void give_out(Module *module, const Kernel &kernel, Symbols &table) {
  std::lock_guard lock(registry().mutex);
  table.try_emplace(&kernel, Symbol{module, kernel.name, {}})
      .first->second.kernels[current_device()] = &kernel;
}

// A program without code for this device cannot be judged: that is a refusal, not its error.
template <typename F> auto or_refuse(const std::string &name, F look_up) {
  try {
    return look_up();
  } catch (const Refusal &refusal) {
    end_program(kRefused, "refused", name,
                "the program cannot run here: " + std::string(refusal.what()));
  }
}

// Lifted code reads the size of dynamic shared memory where version 5 of AMD's code objects keeps
// it, which the compiler lists only for kernels that use such memory by name.
void tell_dynamic_shared(Kernel &kernel) {
  constexpr uint32_t kDynamicShared = 120; // from the first hidden argument
  const std::string kind = "hidden_dynamic_lds_size";
  std::optional<uint32_t> first;
  for (const Argument &a : kernel.arguments)
    if (a.kind == kind)
      return;
    else if (a.kind == "hidden_block_count_x")
      first = a.offset;
  if (first)
    kernel.arguments.push_back({*first + kDynamicShared, sizeof(uint32_t), kind});
}

} // namespace

Module::~Module() {
  for (auto &[name, variable] : managed_)
    memory().release(reinterpret_cast<void *>(variable.address));
}

// The compiler keeps the first value under the variable's name and this ending; the variable itself
// holds the memory's address.
void Module::make_managed(const CodeObject &object) {
  constexpr std::string_view kEnding = ".managed";
  for (auto &[name, value] : object.variables) {
    std::string shown = name.substr(0, name.size() - std::min(name.size(), kEnding.size()));
    auto variable = object.variables.find(shown);
    if (name != shown + std::string(kEnding) || variable == object.variables.end() ||
        variable->second.size < sizeof(void *))
      continue;
    Variable &made = managed_[shown];
    if (!made.address) { // one for all devices
      void *start = memory().allocate(value.size, MemoryKind::Managed);
      if (!start)
        throw Refusal("there is no memory for the managed variable " + shown);
      std::memcpy(start, reinterpret_cast<const void *>(value.address), value.size);
      made = {reinterpret_cast<uint64_t>(start), value.size};
      memory().name_managed(start, managed_.find(shown)->first.c_str());
    }
    std::memcpy(reinterpret_cast<void *>(variable->second.address), &made.address,
                sizeof made.address);
  }
}

CodeObject &Module::code() {
  std::unique_lock lock(mutex_);
  std::unique_ptr<CodeObject> &code = code_[current_device()];
  if (code)
    return *code;
  auto object = std::make_unique<CodeObject>();
  if (is_nvidia(image_)) {
    if (!lifted_)
      lifted_ = std::make_unique<Lifted>(or_refuse("", [&] {
        return lifted({image_, copy_.empty() ? nvidia_image_size(image_) : copy_.size()});
      }));
    if (scalar())
      or_refuse("", [&] { return load_scalar(*object, *lifted_); });
    else
      load(*object, whole_file(lifted_->file));
    for (auto &[name, kernel] : object->kernels)
      if (auto said = lifted_->kernels.find(name); said != lifted_->kernels.end())
        kernel.nvidia = &said->second;
    for (auto &[name, kernel] : object->kernels)
      tell_dynamic_shared(kernel);
    for (auto &[name, variable] : object->variables)
      if (lifted_->managed.count(name))
        memory().name_managed(reinterpret_cast<void *>(variable.address), name.c_str());
  } else {
    std::string_view all(image_, copy_.empty() ? image_size(image_) : copy_.size());
    load(*object, code_object_for(all, device().arch));
    if (!copy_.empty())
      make_managed(*object);
  }
  code = std::move(object);
  lock.unlock();
  store_managed(this, *code);
  return *code;
}

const Kernel *Module::kernel(std::string_view name) {
  CodeObject &object = code();
  auto found = object.kernels.find(name);
  if (found != object.kernels.end()) {
    give_out(this, found->second, lifted_ ? registry().kernels : registry().handles);
    return &found->second;
  }
  if (lifted_)
    if (auto refused = lifted_->refused.find(name); refused != lifted_->refused.end())
      end_program(kRefused, "refused", name,
                  "kernel " + demangled(std::string(name)) +
                      " cannot run here: " + refused->second);
  return nullptr;
}

const Variable *Module::variable(std::string_view name) {
  CodeObject &object = code();
  {
    std::lock_guard lock(mutex_);
    if (auto made = managed_.find(name); made != managed_.end())
      return &made->second;
  }
  auto found = object.variables.find(name);
  return found == object.variables.end() ? nullptr : &found->second;
}

std::vector<std::string> Module::kernel_names() {
  std::vector<std::string> names;
  for (auto &[name, kernel] : code().kernels)
    names.push_back(name);
  if (lifted_)
    for (auto &[name, reason] : lifted_->refused)
      names.push_back(name);
  return names;
}

bool Module::managed(std::string_view name) {
  code();
  return lifted_ && lifted_->managed.count(name);
}

void register_kernel(const void *host, Module *module, const char *name) {
  std::lock_guard lock(registry().mutex);
  registry().kernels[host] = {module, name, {}};
}

void register_variable(const void *host, Module *module, const char *name, size_t) {
  std::lock_guard lock(registry().mutex);
  registry().variables[host] = {module, name, {}};
}

void register_managed(Module *module, void **pointer, const void *initial, const char *name,
                      size_t size) {
  void *made = memory().allocate(size, MemoryKind::Managed);
  if (!made)
    end_program(kRefused, "failed", name,
                std::string("there is no memory for the managed variable ") + name);
  std::memcpy(made, initial, size);
  memory().name_managed(made, name);
  *pointer = made;
  std::lock_guard lock(registry().mutex);
  registry().managed.push_back({module, name, made});
  registry().variables[pointer] = {module, name, {}};
}

void register_placed(Module *module, void **pointer, const char *name) {
  std::lock_guard lock(registry().mutex);
  registry().placed.push_back({module, name, pointer});
  registry().variables[pointer] = {module, name, {}};
}

void place_managed(Module *module) {
  std::vector<Managed> placed;
  {
    std::lock_guard lock(registry().mutex);
    for (const Managed &m : registry().placed)
      if (m.module == module)
        placed.push_back(m);
  }
  for (const Managed &m : placed)
    if (const Variable *variable = or_refuse(m.name, [&] { return module->variable(m.name); }))
      *static_cast<void **>(m.memory) = reinterpret_cast<void *>(variable->address);
}

void forget(Module *module) {
  std::lock_guard lock(registry().mutex);
  for (auto *table : {&registry().kernels, &registry().handles, &registry().variables})
    for (auto at = table->begin(); at != table->end();)
      at = at->second.module == module ? table->erase(at) : std::next(at);
}

hipError_t error_without_kernel(const void *host) {
  return is_cuda() && host ? hipErrorInvalidHandle : hipErrorInvalidDeviceFunction;
}

const Kernel *kernel_of(const void *host) {
  std::unique_lock lock(registry().mutex);
  auto found = registry().kernels.find(host);
  if (found == registry().kernels.end())
    return nullptr;
  const Kernel *&known = found->second.kernels[current_device()];
  if (known)
    return known;
  Symbol symbol = found->second;
  lock.unlock(); // loading writes managed variables, which needs the lock
  const Kernel *kernel = or_refuse(symbol.name, [&] { return symbol.module->kernel(symbol.name); });
  lock.lock();
  registry().kernels[host].kernels[current_device()] = kernel;
  return kernel;
}

const Kernel *given_out(const void *handle) {
  std::lock_guard lock(registry().mutex);
  return registry().handles.count(handle) ? static_cast<const Kernel *>(handle) : nullptr;
}

Module *module_of(const void *handle) {
  std::lock_guard lock(registry().mutex);
  auto found = registry().kernels.find(handle);
  return found == registry().kernels.end() ? nullptr : found->second.module;
}

const Variable *variable_of(const void *host) {
  std::unique_lock lock(registry().mutex);
  auto found = registry().variables.find(host);
  if (found == registry().variables.end())
    return nullptr;
  Symbol symbol = found->second;
  lock.unlock();
  return or_refuse(symbol.name, [&] { return symbol.module->variable(symbol.name); });
}

} // namespace cass
