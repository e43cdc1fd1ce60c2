#include "buffers.hpp"

#include "../../executor/host/sha256.hpp"
#include "json.hpp"

#include <algorithm>
#include <cstring>
#include <dlfcn.h>
#include <set>

namespace watch {

namespace {

constexpr int kToHost = 2, kNonBlocking = 1, kRelaxed = 2;
constexpr size_t kUnit = 8, kSamples = 16; // bytes of a sample; of each way of choosing them

// The program's other streams may be recording a graph, which ordinary calls would break.
class Apart {
public:
  explicit Apart(const Runtime &runtime)
      : exchange_(reinterpret_cast<Exchange>(runtime.find("ThreadExchangeStreamCaptureMode"))) {
    if (exchange_)
      exchange_(&mode_);
  }
  ~Apart() {
    if (exchange_)
      exchange_(&mode_);
  }
  Apart(const Apart &) = delete;
  Apart &operator=(const Apart &) = delete;

private:
  using Exchange = int (*)(int *);
  Exchange exchange_;
  int mode_ = kRelaxed;
};

// The program must not find an error of ours as its last one.
class Unnoticed {
public:
  explicit Unnoticed(const Runtime &runtime) : runtime_(runtime), before_(ask("PeekAtLastError")) {}
  ~Unnoticed() {
    if (before_ == 0)
      ask("GetLastError");
  }
  Unnoticed(const Unnoticed &) = delete;
  Unnoticed &operator=(const Unnoticed &) = delete;

private:
  int ask(const char *name) const {
    auto function = reinterpret_cast<int (*)()>(runtime_.find(name));
    return function ? function() : 0;
  }

  const Runtime &runtime_;
  int before_;
};

// Offsets of `kSamples` units, evenly spread over [first, last).
void spread(std::set<size_t> &offsets, size_t first, size_t last) {
  size_t units = (last - first + kUnit - 1) / kUnit, n = std::min(units, kSamples);
  for (size_t i = 0; i < n; ++i)
    offsets.insert(first + (n > 1 ? i * (units - 1) / (n - 1) : 0) * kUnit);
}

} // namespace

void *Runtime::find(const char *name) const {
  return dlsym(RTLD_NEXT, (prefix + std::string(name)).c_str());
}

int Runtime::copy_to_host(void *host, const void *device, size_t size) const {
  using Create = int (*)(void **, unsigned);
  using Copy = int (*)(void *, const void *, size_t, int, void *);
  static thread_local void *stream = nullptr;
  auto create = reinterpret_cast<Create>(find("StreamCreateWithFlags"));
  auto copy = reinterpret_cast<Copy>(find("MemcpyAsync"));
  if (!create || !copy)
    return -1;
  Apart apart(*this);
  Unnoticed unnoticed(*this);
  if (!stream)
    if (int error = create(&stream, kNonBlocking))
      return error;
  if (int error = copy(host, device, size, kToHost, stream))
    return error;
  return wait(stream);
}

int Runtime::clear(void *device, size_t size) const {
  auto set = reinterpret_cast<int (*)(void *, int, size_t)>(find("Memset"));
  Apart apart(*this);
  Unnoticed unnoticed(*this);
  return set ? set(device, 0, size) : -1;
}

int Runtime::wait(void *stream) const {
  auto synchronize = reinterpret_cast<int (*)(void *)>(find("StreamSynchronize"));
  return synchronize ? synchronize(stream) : -1;
}

int Runtime::wait_for_all() const {
  auto synchronize = reinterpret_cast<int (*)()>(find("DeviceSynchronize"));
  return synchronize ? synchronize() : -1;
}

bool Runtime::capturing(void *stream) const {
  auto ask = reinterpret_cast<int (*)(void *, int *)>(find("StreamIsCapturing"));
  int status = 0;
  return ask && ask(stream, &status) == 0 && status != 0;
}

void *Runtime::address_of(const void *symbol) const {
  auto ask = reinterpret_cast<int (*)(void **, const void *)>(find("GetSymbolAddress"));
  void *address = nullptr;
  Unnoticed unnoticed(*this);
  return ask && ask(&address, symbol) == 0 ? address : nullptr;
}

void Buffers::born(const Runtime &runtime, void *start, size_t size, const char *kind) {
  if (!start || !size)
    return;
  runtime.clear(start, size);
  std::string name = kind + (" " + std::to_string(numbers_[kind]++));
  known_[reinterpret_cast<uint64_t>(start)] = Buffer{name, size};
}

void Buffers::gone(const void *start) { known_.erase(reinterpret_cast<uint64_t>(start)); }

void Buffers::variable(const void *symbol, const char *name, size_t size) {
  variables_.push_back({symbol, name, size});
}

void Buffers::look(const Runtime &runtime) {
  for (const Variable &v : variables_)
    if (void *at = v.size ? runtime.address_of(v.symbol) : nullptr)
      known_[reinterpret_cast<uint64_t>(at)] = Buffer{"variable " + v.name, v.size};
  variables_.clear();
  size_t left = kMost;
  for (auto &[start, buffer] : known_) {
    buffer.seen = false;
    if (buffer.size > std::min(kLargest, left))
      continue;
    buffer.before.resize(buffer.size);
    auto device = reinterpret_cast<const void *>(start);
    buffer.seen = runtime.copy_to_host(buffer.before.data(), device, buffer.size) == 0;
    left -= buffer.size;
  }
}

std::string Buffers::changes(const Runtime &runtime) {
  std::map<std::string, std::string> found;
  std::vector<char> now;
  for (auto &[start, buffer] : known_) {
    if (!buffer.seen)
      continue;
    now.resize(buffer.size);
    if (runtime.copy_to_host(now.data(), reinterpret_cast<const void *>(start), buffer.size) != 0)
      continue;
    if (now != buffer.before)
      found[buffer.name] = change(buffer, now);
  }
  std::string all;
  for (const auto &[name, text] : found)
    all += (all.empty() ? "" : ", ") + text;
  return "[" + all + "]";
}

std::string Buffers::change(const Buffer &buffer, const std::vector<char> &now) const {
  auto [first, other] = std::mismatch(now.begin(), now.end(), buffer.before.begin());
  auto last = std::mismatch(now.rbegin(), now.rend(), buffer.before.rbegin()).first.base();
  std::set<size_t> offsets;
  spread(offsets, 0, now.size());
  spread(offsets, static_cast<size_t>(first - now.begin()) / kUnit * kUnit,
         static_cast<size_t>(last - now.begin()));
  std::string samples;
  for (size_t offset : offsets) {
    std::string_view bytes(now.data() + offset, std::min(kUnit, now.size() - offset));
    samples += (samples.empty() ? "[" : ", [") + std::to_string(offset) + ", " +
               quoted(hexadecimal(bytes)) + "]";
  }
  return "{\"buffer\": " + quoted(buffer.name) + ", \"bytes\": " + std::to_string(buffer.size) +
         ", \"sha256\": " + quoted(cass::sha256_hex({now.data(), now.size()})) +
         ", \"samples\": [" + samples + "]}";
}

std::string Buffers::place(uint64_t address) const {
  auto found = known_.upper_bound(address);
  if (found == known_.begin())
    return "";
  const auto &[start, buffer] = *--found;
  if (address >= start + buffer.size)
    return "";
  return "\"buffer\": " + quoted(buffer.name) + ", \"offset\": " + std::to_string(address - start);
}

} // namespace watch
