#include "translator.hpp"

#include "checks.hpp"
#include "device.hpp"
#include "helper.hpp"
#include "report.hpp"
#include "sha256.hpp"

#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <deque>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace cass {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kHot(100); // about what the second tier takes to translate
constexpr int kChecked = 3;                    // the tier whose code shows its memory accesses
constexpr int kWatched = 4;                    // the tier that also follows which registers are set
constexpr size_t kNameDigits = 16; // of the hash that stands for a kernel's name in file names

[[noreturn]] void give_up(const Kernel &kernel, const char *kind, const std::string &sentence) {
  end_program(kRefused, kind, kernel.name, sentence);
}

fs::path written(const CodeObject &object, const fs::path &folder) {
  return keep_file(folder / "code.hsaco", object.file);
}

fs::path library_of(const Kernel &kernel, int tier) {
  return cache_folder() / kernel.object->code /
         (sha256_hex(kernel.name).substr(0, kNameDigits) + "-" + std::to_string(tier) + ".so");
}

struct Native {
  KernelFunction run = nullptr;
  uint32_t rows = 0;
};

// The native code of a kernel if it is in the cache: a library, and beside it "symbol rows".
bool cached(const fs::path &library, Native &found) {
  std::ifstream note(fs::path(library).replace_extension(".txt"));
  std::string symbol;
  if (!(note >> symbol >> found.rows) || access(library.c_str(), R_OK) != 0)
    return false;
  void *handle = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  found.run = handle ? reinterpret_cast<KernelFunction>(dlsym(handle, symbol.c_str())) : nullptr;
  return found.run != nullptr;
}

std::string request(const Kernel &kernel, int tier) {
  fs::path folder = cache_folder() / kernel.object->code;
  return "kernel\t" + written(*kernel.object, folder).string() + "\t" + kernel.name + "\t" +
         folder.string() + "\t" + std::to_string(tier);
}

// The tier that is to be used alone: for checks, tests and measurements. 0: the first, then the
// second.
int only_tier() {
  if (checking())
    return checking(kInit) ? kWatched : kChecked;
  const char *set = getenv("CASS_EXEC_TIER");
  return set ? atoi(set) : 0;
}

Native translate(const Kernel &kernel, int tier) {
  static Helper helper;
  fs::path library = library_of(kernel, tier);
  Native found;
  if (cached(library, found))
    return found;
  std::string answer = helper.ask(request(kernel, tier));
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

// Has kernels translated in the second tier, one after the other, by a helper of its own.
class Improver {
public:
  void add(Translation &translation, const Kernel &kernel) {
    std::lock_guard lock(mutex_);
    waiting_.push_back({&translation, library_of(kernel, 2), request(kernel, 2)});
    if (!started_)
      std::thread([this] { work(); }).detach();
    started_ = true;
    ready_.notify_one();
  }

private:
  // The kernel itself may be unloaded before its turn comes.
  struct Job {
    Translation *translation;
    fs::path library;
    std::string request;
  };

  [[noreturn]] void work() {
    sigset_t all; // the program's signals are for its own threads
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    Helper helper;
    for (;;) {
      Job job = next();
      Native found;
      helper.ask(job.request);
      if (cached(job.library, found)) // if not, the first tier is still there
        job.translation->run = found.run;
    }
  }

  Job next() {
    std::unique_lock lock(mutex_);
    ready_.wait(lock, [this] { return !waiting_.empty(); });
    Job first = waiting_.front();
    waiting_.pop_front();
    return first;
  }

  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<Job> waiting_;
  bool started_ = false;
};

Improver &improver() {
  static Improver *improver = new Improver;
  return *improver;
}

} // namespace

fs::path cache_folder() {
  const char *set = getenv("CASS_EXEC_CACHE");
  return set ? fs::path(set)
             : fs::temp_directory_path() / ("cass-exec-" + std::to_string(getuid()));
}

fs::path keep_file(const fs::path &path, std::string_view content) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (fs::exists(path, error))
    return path;
  // Not named by the process's number, which one in another sandbox may have too.
  std::string draft = path.string() + ".XXXXXX";
  int descriptor = mkstemp(draft.data());
  if (descriptor < 0)
    return path;
  close(descriptor);
  std::ofstream(draft, std::ios::binary) << content;
  fs::permissions(draft, fs::perms(0644), error);
  fs::rename(draft, path, error);
  return path;
}

std::string code_file(const CodeObject &object) {
  return written(object, cache_folder() / object.hash).string();
}

Translation &translation(const Kernel &kernel) {
  static std::mutex mutex;
  static auto &known = *new std::map<std::pair<std::string, std::string>, Translation>;
  std::lock_guard lock(mutex);
  if (!kernel.translation) {
    auto key = std::pair(kernel.object->code, kernel.name);
    auto found = known.find(key);
    if (found == known.end()) {
      Native native;
      bool best = (only_tier() == 0 || only_tier() == 2) && cached(library_of(kernel, 2), native);
      if (!best)
        native = translate(kernel, only_tier() ? only_tier() : 1);
      found = known.try_emplace(key, native.run, native.rows, best || only_tier()).first;
      note("launched", kernel.name, "");
    }
    kernel.translation = &found->second;
  }
  return *kernel.translation;
}

void spend(Translation &translation, const Kernel &kernel, std::chrono::nanoseconds time) {
  if (translation.hot.load(std::memory_order_relaxed))
    return;
  int64_t spent =
      translation.spent.fetch_add(time.count(), std::memory_order_relaxed) + time.count();
  if (spent > std::chrono::nanoseconds(kHot).count() && !translation.hot.exchange(true))
    improver().add(translation, kernel);
}

} // namespace cass
