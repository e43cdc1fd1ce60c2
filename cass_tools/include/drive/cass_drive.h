// Runs kernels of the file at whose end it is included: with the arguments that a plan gives,
// saving what they wrote.
//
// PROGRAM PLAN RESULTS. The plan has lines of words (cass_tools/drivers/plan.py writes it); results
// are lines of words too, each `buffer` line followed by its bytes (drivers/results.py reads them).
#pragma once

#if defined(__HIP__) || defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define CASS_DRIVE(name) hip##name
#else
#include <cuda_runtime.h>
#define CASS_DRIVE(name) cuda##name
#endif

#if defined(__HIP_DEVICE_COMPILE__) || defined(__CUDA_ARCH__)

// The GPU's code only needs the kernels to be named.
namespace cass_fields {
template <class T, class = void> struct Fields;
}
namespace cass_drive {
struct Session {
  Session(int, char **) {}
  template <class... A> void kernel(const char *, void (*)(A...)) {}
  template <class T> void symbol(T &) {}
  int end() { return 0; }
};
} // namespace cass_drive
#if defined(__HIP_DEVICE_COMPILE__)
// A static variable is kept for the host only where the host is seen to use it.
#define CASS_DRIVE_SYMBOL(cass_session, cass_name, cass_fills) cass_session.symbol(cass_name)
#else
#define CASS_DRIVE_SYMBOL(cass_session, cass_name, cass_fills) (void)0
#endif

#else

#include "cass_drive_values.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace cass_drive {

constexpr size_t kGuard = 256; // bytes before and after each buffer, if the plan wants any
constexpr unsigned char kPattern = 0xa5;
constexpr int kDeepest = 4;           // pointers to pointers
constexpr size_t kFew = 16;           // elements that hold pointers themselves
constexpr size_t kLargest = 32 << 20; // bytes of a buffer
constexpr size_t kFilled = 1 << 18;   // elements of a variable that get a value other than zero
constexpr size_t kWhole = 4 << 20;    // bytes of a buffer that is saved whole if it was changed
constexpr size_t kPiece = 1 << 18;    // bytes, else

struct Case {
  std::string kernel, name;
  dim3 grid{1, 1, 1}, block{1, 1, 1};
  size_t shared = 0;
  bool cooperative = false, guarded = false;
  uint64_t seed = 0;
  std::vector<Spec> arguments;
  Spec symbols;
};

// Ends the program in words; the plan is ours, so nothing else tells what is wrong here.
[[noreturn]] inline void stop(const std::string &why) {
  fprintf(stderr, "cass: %s\n", why.c_str());
  exit(3);
}

inline void must(CASS_DRIVE(Error_t) error, const char *what) {
  if (error != CASS_DRIVE(Success))
    stop(std::string(what) + ": " + CASS_DRIVE(GetErrorString)(error));
}

struct Buffer {
  std::string path, layout;
  size_t item = 0, count = 0, guard = 0, shift = 0;
  std::vector<unsigned char> before; // guards included
  unsigned char *device = nullptr;
};

// Fills values, and makes the buffers that their pointers point to.
class Filler {
public:
  Filler(const Case &run, std::deque<Buffer> &buffers) : run_(run), buffers_(buffers) {}

  // What kept the last value from being filled: the type of a part of it.
  const std::string &refused() const { return refused_; }

  template <class T>
  void fill(T &to, const std::string &path, const Spec &spec, uint64_t seed, uint64_t index,
            int depth = 0) {
    if constexpr (is_number<T>())
      fill_number(to, spec, seed, index);
    else if constexpr (std::is_pointer<Unrestrict<T>>::value)
      to = static_cast<Unrestrict<T>>(
          point<std::remove_cv_t<std::remove_pointer_t<Unrestrict<T>>>>(path, spec, depth));
    else if constexpr (std::is_array<T>::value)
      for (size_t i = 0; i < std::extent<T>::value; ++i)
        fill(to[i], path + "[" + std::to_string(i) + "]", spec, seed, index * 31 + i, depth);
    else if constexpr (has_fields<T>::value) {
      uint64_t part = 0;
      Fields<T>::each(to, [&](const char *name, auto &member) {
        auto &plain =
            const_cast<std::remove_cv_t<std::remove_reference_t<decltype(member)>> &>(member);
        fill(plain, path + "." + name, spec, seed + 0x51ed27 * ++part, index, depth);
      });
    } else if constexpr (!std::is_empty<T>::value)
      refuse<T>();
  }

  // Kinds and offsets of the numbers in a T: "f4:0 i4:4".
  template <class T> static void describe(T &value, const void *start, std::string &out) {
    const auto at = [&](const std::string &kind) {
      const auto *here = reinterpret_cast<const char *>(&value);
      out += (out.empty() ? "" : " ") + kind + ":" +
             std::to_string(here - static_cast<const char *>(start));
    };
    if constexpr (is_number<T>())
      at(kind_of<T>());
    else if constexpr (std::is_pointer<Unrestrict<T>>::value)
      at("p8");
    else if constexpr (std::is_array<T>::value)
      for (auto &element : value)
        describe(element, start, out);
    else if constexpr (has_fields<T>::value)
      Fields<T>::each(value, [&](const char *, auto &member) { describe(member, start, out); });
  }

  template <class T>
  Buffer &make(const std::string &path, const Spec &spec, size_t count, int depth,
               size_t shift = 0) {
    Buffer made;
    made.path = path, made.item = sizeof(T), made.count = count, made.shift = shift;
    made.guard = run_.guarded ? kGuard : 0;
    made.before.assign(2 * made.guard + (count + shift) * sizeof(T), kPattern);
    const size_t number = buffers_.size();
    const uint64_t seed = draw(run_.seed, number);
    buffers_.push_back({});
    alignas(16) unsigned char room[sizeof(T)] = {};
    T &value = reinterpret_cast<T &>(room);
    describe(value, room, made.layout);
    for (size_t i = 0; i < count; ++i) {
      memset(room, 0, sizeof room);
      fill(value, path + "[" + std::to_string(i) + "]", spec, seed, i, depth + 1);
      memcpy(made.before.data() + made.guard + (shift + i) * sizeof(T), room, sizeof room);
    }
    return buffers_[number] = std::move(made);
  }

private:
  template <class T> void *point(const std::string &path, const Spec &spec, int depth) {
    if constexpr (std::is_void<T>::value)
      return point<float>(path, spec, depth);
    else if constexpr (std::is_function<T>::value || std::is_abstract<T>::value) {
      refuse<T *>();
      return nullptr;
    } else {
      if (depth >= kDeepest)
        return nullptr; // a list ends here
      constexpr bool plain = is_number<T>();
      const bool few = depth > 0 || (!plain && holds_pointers<T>());
      const size_t wanted = few && holds_pointers<T>() ? kFew : spec.elements;
      const size_t count = wanted < kLargest / sizeof(T) ? wanted : kLargest / sizeof(T) + 1;
      Buffer &made = make<T>(path, spec, count, depth, depth == 0 ? spec.shift : 0);
      must(CASS_DRIVE(Malloc)(reinterpret_cast<void **>(&made.device), made.before.size()),
           "allocating a buffer");
      must(CASS_DRIVE(Memcpy)(made.device, made.before.data(), made.before.size(),
                              CASS_DRIVE(MemcpyHostToDevice)),
           "filling a buffer");
      return made.device + made.guard + made.shift * sizeof(T);
    }
  }

  template <class T> static bool holds_pointers() {
    alignas(16) unsigned char room[sizeof(T)] = {};
    std::string layout;
    describe(reinterpret_cast<T &>(room), room, layout);
    return layout.find('p') != std::string::npos;
  }

  template <class T> void refuse() {
    const std::string here = __PRETTY_FUNCTION__; // ... [T = name] or [with T = name; ...]
    const size_t at = here.find("T = ");
    refused_ = at == std::string::npos ? "a type"
                                       : here.substr(at + 4, here.find_first_of(";]", at) - at - 4);
  }

  const Case &run_;
  std::deque<Buffer> &buffers_;
  std::string refused_;
};

// A variable of the device that holds numbers, or an array of such: filled before each case, and
// saved after it.
struct Symbol {
  std::string name;
  bool fills;
  void (*fill)(Filler &, const std::string &, const Spec &, void *host);
  CASS_DRIVE(Error_t) (*copy_in)(const void *host);
  CASS_DRIVE(Error_t) (*copy_out)(void *host);
  size_t bytes, item; // of all, and of an element
  std::string layout; // of an element
  bool absent = false;
};

class Session {
public:
  Session(int count, char **words) {
    if (count != 3)
      stop("this program is started by cass verify");
    read(words[1]);
    out_ = fopen(words[2], "wb");
    if (!out_)
      stop(std::string(words[2]) + " cannot be written");
  }

  // In and out go through functions of the place that names the variable: CUDA wants its symbol.
  template <class T, class In, class Out>
  void symbol(const char *name, T &, bool fills, In in, Out out) {
    static In copy_in = in;
    static Out copy_out = out;
    using Plain = std::remove_cv_t<std::remove_all_extents_t<T>>;
    constexpr size_t count = sizeof(T) / sizeof(Plain);
    alignas(16) unsigned char room[sizeof(Plain)] = {};
    std::string layout;
    Filler::describe(reinterpret_cast<Plain &>(room), room, layout);
    symbols_.push_back({name, fills,
                        [](Filler &filler, const std::string &path, const Spec &spec, void *host) {
                          Plain *value = static_cast<Plain *>(host);
                          for (size_t i = 0; i < count && i < kFilled; ++i)
                            filler.fill(value[i], path, spec, 77, i, kDeepest);
                        },
                        [](const void *host) { return copy_in(host); },
                        [](void *host) { return copy_out(host); }, sizeof(T), sizeof(Plain), layout,
                        false});
  }

  template <class... A> void kernel(const char *name, void (*function)(A...)) {
    for (const Case &run : cases_)
      if (run.kernel == name)
        drive(run, function, std::index_sequence_for<A...>());
  }

  int end() {
    say("end\n");
    return fclose(out_) == 0 ? 0 : 3;
  }

private:
  void say(const std::string &text) { write(text.data(), text.size()); }

  // At once, so that a kernel that ends the program takes nothing with it.
  void write(const void *data, size_t bytes) {
    if (fwrite(data, 1, bytes, out_) != bytes || fflush(out_) != 0)
      stop("the results cannot be written");
  }

  // Where argument `number` begins among arguments of these sizes.
  static size_t place(const std::vector<size_t> &sizes, size_t number) {
    size_t at = 0;
    for (size_t i = 0; i < number; ++i)
      at += (sizes[i] + 15) / 16 * 16;
    return at;
  }

  template <class... A, size_t... I>
  void drive(const Case &run, void (*function)(A...), std::index_sequence<I...>) {
    std::deque<Buffer> buffers;
    Filler filler(run, buffers);
    say("case " + run.kernel + '\t' + run.name + '\n');
    const std::vector<size_t> sizes{sizeof(A)...};
    std::vector<unsigned char> room(place(sizes, sizes.size()) + 1);
    (argument(filler, run, I, reinterpret_cast<std::remove_cv_t<A> &>(room[place(sizes, I)])), ...);
    std::vector<std::vector<unsigned char>> variables = fill_symbols(filler, run);
    if (!filler.refused().empty()) {
      say("refused " + filler.refused() + '\n');
      return release(buffers);
    }
    void *arguments[] = {&room[place(sizes, I)]..., nullptr};
    launch(run, reinterpret_cast<const void *>(function), arguments);
    for (Buffer &buffer : buffers)
      save(buffer);
    save_symbols(variables);
    say("done\n");
    release(buffers);
  }

  template <class T> void argument(Filler &filler, const Case &run, size_t number, T &to) {
    if (number >= run.arguments.size())
      stop("the plan has too few arguments for " + run.kernel);
    const Spec &spec = run.arguments[number];
    if constexpr (is_number<T>()) {
      if (spec.is_value)
        return set_number(to, spec.value);
    }
    filler.fill(to, "#" + std::to_string(number), spec, run.seed, number);
  }

  static void launch(const Case &run, const void *function, void **arguments) {
    CASS_DRIVE(Error_t) error = CASS_DRIVE(Success);
    if (run.cooperative)
      error = CASS_DRIVE(LaunchCooperativeKernel)(function, run.grid, run.block, arguments,
                                                  static_cast<unsigned>(run.shared), nullptr);
    else
      error =
          CASS_DRIVE(LaunchKernel)(function, run.grid, run.block, arguments, run.shared, nullptr);
    must(error, "starting the kernel");
    must(CASS_DRIVE(DeviceSynchronize)(), "the kernel");
  }

  std::vector<std::vector<unsigned char>> fill_symbols(Filler &filler, const Case &run) {
    std::vector<std::vector<unsigned char>> before;
    for (size_t i = 0; i < symbols_.size(); ++i) {
      const Symbol &symbol = symbols_[i];
      std::vector<unsigned char> host(symbol.bytes);
      if (symbol.fills) {
        symbol.fill(filler, symbol.name, run.symbols, host.data());
        set(i, host);
      } else
        restore(i, host);
      before.push_back(std::move(host));
    }
    return before;
  }

  // A variable that no kernel uses may not be in the code at all.
  void set(size_t number, const std::vector<unsigned char> &value) {
    Symbol &symbol = symbols_[number];
    if (symbol.absent)
      return;
    const CASS_DRIVE(Error_t) error = symbol.copy_in(value.data());
    symbol.absent = error == CASS_DRIVE(ErrorInvalidSymbol);
    if (!symbol.absent)
      must(error, "filling a variable");
    else
      (void)CASS_DRIVE(GetLastError)();
  }

  bool get(size_t number, std::vector<unsigned char> &value) {
    Symbol &symbol = symbols_[number];
    if (symbol.absent)
      return false;
    const CASS_DRIVE(Error_t) error = symbol.copy_out(value.data());
    symbol.absent = error == CASS_DRIVE(ErrorInvalidSymbol);
    if (!symbol.absent)
      must(error, "reading a variable");
    else
      (void)CASS_DRIVE(GetLastError)();
    return !symbol.absent;
  }

  // Gives a variable the value that it began with; the cases before have seen it, too.
  void restore(size_t number, std::vector<unsigned char> &value) {
    if (initial_.size() <= number)
      initial_.resize(number + 1);
    if (initial_[number].empty()) {
      if (!get(number, value))
        return;
      initial_[number] = value;
    }
    value = initial_[number];
    set(number, value);
  }

  void save_symbols(const std::vector<std::vector<unsigned char>> &before) {
    for (size_t i = 0; i < symbols_.size(); ++i) {
      const Symbol &symbol = symbols_[i];
      std::vector<unsigned char> now(symbol.bytes);
      if (!get(i, now))
        continue;
      put(symbol.name, symbol.layout, symbol.item, symbol.bytes / symbol.item, now.data(),
          before[i].data(), false);
    }
  }

  void save(Buffer &buffer) {
    if (!buffer.device)
      return;
    std::vector<unsigned char> now(buffer.before.size());
    must(CASS_DRIVE(Memcpy)(now.data(), buffer.device, now.size(), CASS_DRIVE(MemcpyDeviceToHost)),
         "reading a buffer");
    const size_t start = buffer.guard + buffer.shift * buffer.item,
                 length = buffer.count * buffer.item;
    const bool outside = memcmp(now.data(), buffer.before.data(), start) != 0 ||
                         memcmp(now.data() + start + length, buffer.before.data() + start + length,
                                buffer.guard) != 0;
    put(buffer.path, buffer.layout, buffer.item, buffer.count, now.data() + start,
        buffer.before.data() + start, outside);
  }

  // All elements, or where there are very many, those up to the last that is not as it was before,
  // and some more.
  void put(const std::string &path, const std::string &layout, size_t item, size_t count,
           const unsigned char *data, const unsigned char *before, bool outside) {
    size_t changed = memcmp(data, before, item * count) != 0 ? count : 0;
    if (changed && item * count > kWhole) {
      while (memcmp(data + (changed - 1) * item, before + (changed - 1) * item, item) == 0)
        --changed;
      const size_t piece = std::max<size_t>(kPiece / item, 1);
      changed = std::min((changed + piece - 1) / piece * piece, count);
    }
    const std::string tab = "\t", line = "buffer\t" + path + tab + layout + tab +
                                         std::to_string(item) + tab + std::to_string(count) + tab +
                                         std::to_string(changed) + tab + (outside ? "1" : "0");
    say(line + "\n");
    if (changed)
      write(data, item * changed);
  }

  static void release(std::deque<Buffer> &buffers) {
    for (Buffer &buffer : buffers)
      if (buffer.device)
        (void)CASS_DRIVE(Free)(buffer.device);
  }

  void read(const char *path) {
    FILE *in = fopen(path, "r");
    if (!in)
      stop(std::string(path) + " cannot be read");
    char line[4096];
    while (fgets(line, sizeof line, in)) {
      line[strcspn(line, "\n")] = 0;
      if (line[0])
        read_line(line);
    }
    fclose(in);
  }

  // Words of a line, one after another.
  struct Words {
    const char *at;
    std::string word() {
      at += strspn(at, " ");
      const size_t length = strcspn(at, " ");
      at += length;
      return std::string(at - length, length);
    }
    double number() { return strtod(word().c_str(), nullptr); }
    unsigned whole() { return static_cast<unsigned>(number()); }
  };

  // "case<TAB>kernel<TAB>name", "launch ...", "argument ...", "symbols ...".
  void read_line(const std::string &line) {
    if (line.compare(0, 5, "case\t") == 0) {
      const size_t end = line.find('\t', 5);
      cases_.push_back({});
      cases_.back().kernel = line.substr(5, end - 5), cases_.back().name = line.substr(end + 1);
      return;
    }
    Words words{line.c_str()};
    const std::string what = words.word();
    if (cases_.empty())
      stop("the plan does not begin with a case");
    Case &run = cases_.back();
    if (what == "launch") {
      for (unsigned *number :
           {&run.grid.x, &run.grid.y, &run.grid.z, &run.block.x, &run.block.y, &run.block.z})
        *number = words.whole();
      run.shared = words.whole(), run.cooperative = words.whole(), run.guarded = words.whole();
      run.seed = words.whole();
    } else if (what == "argument")
      run.arguments.push_back(spec(words));
    else
      run.symbols = spec(words);
  }

  static Spec spec(Words &words) {
    Spec made;
    const std::string style = words.word();
    for (double *number : {&made.ints[0], &made.ints[1], &made.floats[0], &made.floats[1]})
      *number = words.number();
    made.elements = words.whole(), made.shift = words.whole(), made.is_value = words.whole();
    made.value = words.number();
    made.style = style == "ramp"       ? Style::ramp
                 : style == "edge"     ? Style::edge
                 : style == "constant" ? Style::constant
                 : style == "rising"   ? Style::rising
                                       : Style::random;
    return made;
  }

  std::vector<Case> cases_;
  std::vector<Symbol> symbols_;
  std::vector<std::vector<unsigned char>> initial_; // of variables that are not filled
  FILE *out_ = nullptr;
};

} // namespace cass_drive

#if defined(__HIP__) || defined(__HIPCC__)
#define CASS_DRIVE_SYMBOL(cass_session, cass_name, cass_fills)                                     \
  cass_session.symbol(                                                                             \
      #cass_name, cass_name, cass_fills,                                                           \
      [](const void *cass_host) {                                                                  \
        return hipMemcpyToSymbol(HIP_SYMBOL(cass_name), cass_host, sizeof(cass_name));             \
      },                                                                                           \
      [](void *cass_host) {                                                                        \
        return hipMemcpyFromSymbol(cass_host, HIP_SYMBOL(cass_name), sizeof(cass_name));           \
      })
#else
#define CASS_DRIVE_SYMBOL(cass_session, cass_name, cass_fills)                                     \
  cass_session.symbol(                                                                             \
      #cass_name, cass_name, cass_fills,                                                           \
      [](const void *cass_host) {                                                                  \
        return cudaMemcpyToSymbol(cass_name, cass_host, sizeof(cass_name));                        \
      },                                                                                           \
      [](void *cass_host) {                                                                        \
        return cudaMemcpyFromSymbol(cass_host, cass_name, sizeof(cass_name));                      \
      })
#endif

#endif
