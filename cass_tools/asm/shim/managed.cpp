// __managed__ variables: memory that host and GPU share. The host has its address in a pointer of
// its own, the GPU's code in a variable of that name; a second one holds what is in it at first.
#include "managed.hpp"

#include <mutex>
#include <string>
#include <vector>

using namespace cass;

namespace {

struct Managed {
  void **pointer;
  std::string name, first_name;
  size_t size;
  char word, first; // their addresses are what HIP knows the GPU's variables by
};

constexpr unsigned kGlobal = 1; // hipMemAttachGlobal
constexpr int kToDevice = 1, kToHost = 2;

struct Waiting {
  std::mutex mutex;
  std::vector<Managed *> all; // which HIP keeps the addresses of
};

Waiting &waiting() {
  static auto *waiting = new Waiting;
  return *waiting;
}

void announce(void **module, char *handle, std::string &name, size_t size) {
  call_hip<void>("__hipRegisterVar", module, static_cast<void *>(handle), name.data(), name.data(),
                 0, size, 0, 0);
}

void check(int error, const Managed &variable) {
  if (error)
    stop("no memory could be had for a __managed__ variable", variable.name.c_str());
}

void place(Managed &m) {
  int devices = 0, current = 0;
  check(call_hip<int>("hipGetDeviceCount", &devices), m);
  check(call_hip<int>("hipGetDevice", &current), m);
  check(call_hip<int>("hipMallocManaged", m.pointer, m.size, kGlobal), m);
  check(call_hip<int>("hipMemcpyFromSymbol", *m.pointer, static_cast<const void *>(&m.first),
                      m.size, size_t{0}, kToHost),
        m);
  for (int device = 0; device < devices; ++device) {
    check(call_hip<int>("hipSetDevice", device), m);
    check(call_hip<int>("hipMemcpyToSymbol", static_cast<const void *>(&m.word),
                        static_cast<const void *>(m.pointer), sizeof(void *), size_t{0}, kToDevice),
          m);
  }
  check(call_hip<int>("hipSetDevice", current), m);
}

} // namespace

void cass::announce_managed(void **module, void **pointer, const char *name, size_t size) {
  auto variable = new Managed{pointer, name, std::string(name) + ".managed", size, 0, 0};
  announce(module, &variable->word, variable->name, sizeof(void *));
  announce(module, &variable->first, variable->first_name, size);
  std::lock_guard lock(waiting().mutex);
  waiting().all.push_back(variable);
}

void cass::place_managed() {
  std::lock_guard lock(waiting().mutex);
  for (Managed *variable : waiting().all)
    place(*variable);
  waiting().all.clear();
}
