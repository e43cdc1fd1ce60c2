#include "scalar.hpp"

#include "bytes.hpp"
#include "device_output.hpp"
#include "memory.hpp"
#include "nvidia_device.hpp"
#include "report.hpp"

#include <atomic>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <mutex>
#include <set>
#include <sstream>
#include <unistd.h>

namespace cass {

namespace fs = std::filesystem;

// What a library of lifted code exports besides its kernels and variables.
struct ScalarLibrary {
  using Kernel = void (*)();
  using Run = int (*)(Kernel, const void *parameters, const uint32_t *grid, const uint32_t *block,
                      const uint32_t *cluster, uint64_t shared, uint64_t local, uint64_t number);
  struct Hooks {
    void (*print)(const char *text, uint64_t size, int is_error);
    void (*stop)(const char *kind, const char *message);
  };

  explicit ScalarLibrary(void *opened) : handle(opened) {}
  ScalarLibrary(const ScalarLibrary &) = delete;
  ~ScalarLibrary() { dlclose(handle); }

  void *find(const std::string &name) const { return dlsym(handle, name.c_str()); }

  void *handle;
  Run run = nullptr;
  void (*where)(uint32_t *) = nullptr;
  std::mutex running; // one launch at a time
};

namespace {

enum Outcome { kDone, kNoMemory, kStuck };

constexpr uint32_t kWarp = 32, kMostThreads = 1024;
constexpr size_t kSignalStack = 64 << 10;

thread_local const Launch *current = nullptr;
thread_local sigjmp_buf before; // where `current` was started

// The dynamic linker opens a file only once; a second one is needed for variables of their own. Its
// name is made by mkstemp: processes in different sandboxes may have the same number. Sets `why`
// where it returns null.
void *open_library(const std::string &file, std::string &why) {
  std::string own = file + ".XXXXXX";
  int descriptor = mkstemp(own.data());
  if (descriptor < 0) {
    why = std::strerror(errno);
    return nullptr;
  }
  close(descriptor);
  std::error_code error;
  fs::copy_file(file, own, fs::copy_options::overwrite_existing, error);
  void *handle = error ? nullptr : dlopen(own.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    const char *said = error ? nullptr : dlerror();
    why = said ? said : error.message();
  }
  fs::remove(own, error);
  return handle;
}

void print(const char *text, uint64_t size, int is_error) {
  print_for_device(std::string(text, size), is_error != 0);
}

void stop(const char *, const char *message) {
  print((std::string(message) + "\n").data(), std::strlen(message) + 1, true);
  std::string_view what = message;
  stop_scalar(hipErrorAssert, std::string(what.substr(0, what.find_last_not_of('.') + 1)));
}

std::vector<Argument> arguments(const std::string &places) {
  std::vector<Argument> found;
  std::istringstream all(places);
  for (Argument next{0, 0, "by_value"}; (all >> next.offset).ignore() && all >> next.size;
       all.ignore())
    found.push_back(next);
  return found;
}

Kernel describe(const CodeObject &object, const std::string &name, const NvidiaKernel &said) {
  Kernel kernel{};
  kernel.object = &object;
  kernel.name = name;
  kernel.arguments = arguments(said.places);
  for (const Argument &a : kernel.arguments)
    kernel.kernarg_size = std::max(kernel.kernarg_size, a.offset + a.size);
  kernel.group_size = static_cast<uint32_t>(said.group_size);
  kernel.private_size = static_cast<uint32_t>(said.local);
  kernel.max_threads = said.max_threads ? static_cast<uint32_t>(said.max_threads) : kMostThreads;
  kernel.vgprs = static_cast<uint32_t>(said.registers);
  kernel.wave = kWarp;
  return kernel;
}

// A thread's stack may be at its end when a signal comes.
class SignalStack {
public:
  SignalStack() {
    stack_t own{};
    own.ss_sp = memory_.data();
    own.ss_size = memory_.size();
    sigaltstack(&own, &before_);
  }
  SignalStack(const SignalStack &) = delete;
  ~SignalStack() { sigaltstack(&before_, nullptr); }

private:
  std::vector<char> memory_ = std::vector<char>(kSignalStack);
  stack_t before_{};
};

void note_launch(const Kernel &kernel) {
  static std::mutex mutex;
  static auto &known = *new std::set<std::pair<const CodeObject *, std::string>>;
  std::lock_guard lock(mutex);
  if (known.emplace(kernel.object, kernel.name).second)
    note("launched", kernel.name, "");
}

} // namespace

void load_scalar(CodeObject &object, const Lifted &lifted) {
  std::string why;
  void *handle = open_library(lifted.file, why);
  if (!handle)
    throw Refusal("its lifted code cannot be loaded: " + why);
  object.library = std::make_shared<ScalarLibrary>(handle);
  ScalarLibrary &library = *object.library;
  library.run = reinterpret_cast<ScalarLibrary::Run>(library.find("cass_launch"));
  library.where = reinterpret_cast<void (*)(uint32_t *)>(library.find("cass_where"));
  auto *hooks = static_cast<ScalarLibrary::Hooks *>(library.find("cass_hooks"));
  if (!library.run || !library.where || !hooks)
    throw Refusal("its lifted code is not whole: " + lifted.file);
  *hooks = {print, stop};
  for (const auto &[name, said] : lifted.kernels)
    if (void *code = library.find("kernel." + name)) {
      Kernel kernel = describe(object, name, said);
      kernel.scalar = reinterpret_cast<ScalarLibrary::Kernel>(code);
      object.kernels.emplace(name, std::move(kernel));
    }
  for (const auto &[name, size] : lifted.variables)
    if (void *place = library.find(name)) {
      object.variables[name] = {reinterpret_cast<uint64_t>(place), size};
      memory().adopt(place, size, MemoryKind::Variable, 0,
                     object.variables.find(name)->first.c_str());
    }
}

void run_scalar(const Launch &launch) {
  const Kernel &kernel = *launch.kernel;
  note_launch(kernel);
  ScalarLibrary &library = *kernel.object->library;
  std::lock_guard lock(library.running);
  SignalStack stack;
  const uint32_t grid[] = {launch.grid.x, launch.grid.y, launch.grid.z},
                 block[] = {launch.block.x, launch.block.y, launch.block.z},
                 cluster[] = {launch.cluster.x, launch.cluster.y, launch.cluster.z};
  static std::atomic<uint64_t> launches{0};
  const uint64_t number = ++launches;
  current = &launch;
  int outcome = kDone;
  if (sigsetjmp(before, 1) == 0)
    outcome = library.run(kernel.scalar, launch.kernarg.get(), grid, block, cluster,
                          kernel.group_size + launch.dynamic_lds, kernel.private_size, number);
  current = nullptr;
  std::string shown = "sm_" + std::to_string(played_sm()) + " kernel " + demangled(kernel.name);
  if (outcome == kNoMemory)
    end_program(kRefused, "failed", kernel.name,
                shown + ": there is no memory for the stacks of its threads");
  if (outcome == kStuck)
    end_program(kFaulted, "deadlock", kernel.name,
                shown + ": deadlock: its threads wait for each other for ever");
}

// The library's own state stays as it is: no kernel is started any more.
void stop_scalar(hipError_t error, const std::string &what) {
  {
    ScalarPlace at = scalar_place();
    report("caught", at.kernel, at.shown + ": " + what + at.place);
  }
  lose_devices(error);
  siglongjmp(before, 1);
}

ScalarPlace scalar_place() {
  if (!current)
    return {};
  const Kernel &kernel = *current->kernel;
  uint32_t at[6];
  kernel.object->library->where(at);
  auto three = [&](int first) {
    return " (" + std::to_string(at[first]) + "," + std::to_string(at[first + 1]) + "," +
           std::to_string(at[first + 2]) + ")";
  };
  return {kernel.name, "sm_" + std::to_string(played_sm()) + " kernel " + demangled(kernel.name),
          ", block" + three(0) + ", thread" + three(3)};
}

} // namespace cass
