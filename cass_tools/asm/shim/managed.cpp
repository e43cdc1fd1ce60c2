// __managed__ variables: memory that host and GPU share. The host has its address in a pointer of
// its own, the GPU's code in a variable of that name; a second one holds what is in it at first.
#include "managed.hpp"

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

using namespace cass;

namespace {

struct Managed {
  void **module, **pointer;
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

void check(int error, const char *did, const Managed &variable) {
  if (error)
    stop((std::string(did) +
          " a __managed__ variable failed: " + call_hip<const char *>("hipGetErrorString", error))
             .c_str(),
         variable.name.c_str());
}

// A GPU that the program has no code for, an integrated one perhaps, cannot use the variable.
void place(Managed &m) {
  int devices = 0, current = 0;
  check(call_hip<int>("hipGetDeviceCount", &devices), "looking for a GPU for", m);
  check(call_hip<int>("hipGetDevice", &current), "looking for a GPU for", m);
  check(call_hip<int>("hipMallocManaged", m.pointer, m.size, kGlobal), "memory for", m);
  check(call_hip<int>("hipMemcpyFromSymbol", *m.pointer, static_cast<const void *>(&m.first),
                      m.size, size_t{0}, kToHost),
        "the first value of", m);
  for (int device = 0; device < devices; ++device) {
    int error = call_hip<int>("hipSetDevice", device);
    if (!error)
      error =
          call_hip<int>("hipMemcpyToSymbol", static_cast<const void *>(&m.word),
                        static_cast<const void *>(m.pointer), sizeof(void *), size_t{0}, kToDevice);
    if (device == current)
      check(error, "the address of", m);
  }
  call_hip<int>("hipGetLastError");
  check(call_hip<int>("hipSetDevice", current), "the GPU of", m);
}

bool has_device() {
  int devices = 0;
  return call_hip<int>("hipGetDeviceCount", &devices) == 0 && devices > 0;
}

} // namespace

void cass::announce_managed(void **module, void **pointer, const char *name, size_t size) {
  auto variable = new Managed{module, pointer, name, std::string(name) + ".managed", size, 0, 0};
  announce(module, &variable->word, variable->name, sizeof(void *));
  announce(module, &variable->first, variable->first_name, size);
  std::lock_guard lock(waiting().mutex);
  waiting().all.push_back(variable);
}

void cass::place_managed() {
  std::lock_guard lock(waiting().mutex);
  if (waiting().all.empty() || !has_device())
    return;
  for (Managed *variable : waiting().all)
    place(*variable);
  waiting().all.clear();
}

void cass::forget_managed(void **module) {
  std::lock_guard lock(waiting().mutex);
  auto &all = waiting().all;
  all.erase(std::remove_if(all.begin(), all.end(), [&](Managed *m) { return m->module == module; }),
            all.end());
}
