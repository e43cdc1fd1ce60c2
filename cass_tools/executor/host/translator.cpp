#include "translator.hpp"

#include "device.hpp"
#include "helper.hpp"
#include "report.hpp"
#include "sha256.hpp"

#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <unistd.h>

namespace cass {

namespace fs = std::filesystem;

namespace {

constexpr size_t kNameDigits = 16; // of the hash that stands for a kernel's name in file names

fs::path cache_folder() {
  const char *set = getenv("CASS_EXEC_CACHE");
  return set ? fs::path(set)
             : fs::temp_directory_path() / ("cass-exec-" + std::to_string(getuid()));
}

[[noreturn]] void give_up(const Kernel &kernel, const char *kind, const std::string &sentence) {
  end_program(kRefused, kind, kernel.name, sentence);
}

// Writes the code object for the helper to read, whole or not at all.
fs::path written(const CodeObject &object, const fs::path &folder) {
  fs::path path = folder / "code.hsaco";
  std::error_code error;
  fs::create_directories(folder, error);
  if (fs::exists(path, error))
    return path;
  fs::path draft = folder / ("code." + std::to_string(getpid()));
  std::ofstream(draft, std::ios::binary) << object.file;
  fs::rename(draft, path, error);
  return path;
}

// The native code of a kernel if it is in the cache: a library, and beside it "symbol rows".
bool cached(const fs::path &library, Translation &found) {
  std::ifstream note(fs::path(library).replace_extension(".txt"));
  std::string symbol;
  if (!(note >> symbol >> found.rows) || access(library.c_str(), R_OK) != 0)
    return false;
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  found.run = handle ? reinterpret_cast<KernelFunction>(dlsym(handle, symbol.c_str())) : nullptr;
  return found.run != nullptr;
}

Translation translate(const Kernel &kernel) {
  static Helper helper;
  fs::path folder = cache_folder() / kernel.object->hash;
  fs::path library = folder / (sha256_hex(kernel.name).substr(0, kNameDigits) + ".so");
  Translation found{};
  if (cached(library, found))
    return found;
  fs::path code = written(*kernel.object, folder);
  std::string answer =
      helper.ask("kernel\t" + code.string() + "\t" + kernel.name + "\t" + folder.string());
  std::string shown = device().arch + " kernel " + demangled(kernel.name);
  if (answer.empty())
    give_up(kernel, "failed", shown + ": " + helper.trouble());
  size_t tab = answer.find('\t');
  std::string verb = answer.substr(0, tab), rest = tab == answer.npos ? "" : answer.substr(tab + 1);
  if (verb == "refused")
    give_up(kernel, "refused", rest);
  if (verb != "ok")
    give_up(kernel, "failed", shown + ": " + rest);
  if (!cached(library, found)) {
    const char *error = dlerror();
    give_up(kernel, "failed",
            shown + ": its translation cannot be loaded: " + (error ? error : ""));
  }
  return found;
}

} // namespace

const Translation &translation(const Kernel &kernel) {
  static std::mutex mutex;
  static auto &known = *new std::map<std::pair<std::string, std::string>, Translation>;
  std::lock_guard lock(mutex);
  if (!kernel.translation) {
    auto key = std::pair(kernel.object->hash, kernel.name);
    auto found = known.find(key);
    if (found == known.end()) {
      found = known.emplace(key, translate(kernel)).first;
      note("launched", kernel.name, "");
    }
    kernel.translation = &found->second;
  }
  return *kernel.translation;
}

} // namespace cass
