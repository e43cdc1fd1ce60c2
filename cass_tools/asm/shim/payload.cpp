// Finding what was put into the program and its libraries, and the HIP runtime.
#include "payload.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <unordered_map>

namespace cass {

namespace {

std::unordered_map<const void *, const void *> &bundles() {
  static auto *all = new std::unordered_map<const void *, const void *>;
  return *all;
}
unsigned sm = 80;

// The file's content for as long as the program runs; nullptr where it cannot be had.
const char *mapped(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) || status.st_size < static_cast<off_t>(sizeof(Elf64_Ehdr)))
    return file < 0 ? nullptr : (close(file), nullptr);
  void *content = mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  return content == MAP_FAILED ? nullptr : static_cast<const char *>(content);
}

const char *payload_in(const char *file) {
  auto head = reinterpret_cast<const Elf64_Ehdr *>(file);
  if (std::memcmp(head->e_ident, ELFMAG, SELFMAG) || !head->e_shoff)
    return nullptr;
  auto sections = reinterpret_cast<const Elf64_Shdr *>(file + head->e_shoff);
  const char *names = file + sections[head->e_shstrndx].sh_offset;
  for (int at = 0; at < head->e_shnum; ++at)
    if (!std::strcmp(names + sections[at].sh_name, ".cass_amd"))
      return file + sections[at].sh_offset;
  return nullptr;
}

// jmp *0(%rip) and the address behind it.
constexpr size_t kJump = 14;
void write_jump(char *place, const void *goal) {
  const unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0};
  std::memcpy(place, jump, sizeof jump);
  std::memcpy(place + sizeof jump, &goal, sizeof goal);
}

void not_served(const char *name) {
  stop("the program calls a function of CUDA's runtime that has no counterpart here", name);
}

// A function of its own for each name: mov $name,%rdi; mov $not_served,%rax; jmp *%rax.
const void *complaint(const char *name) {
  constexpr size_t kSize = 32, kPage = 4096;
  static char *page = nullptr;
  static size_t used = kPage;
  if (used + kSize > kPage) {
    page = static_cast<char *>(mmap(nullptr, kPage, PROT_READ | PROT_WRITE | PROT_EXEC,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    used = 0;
    if (page == MAP_FAILED)
      stop("no memory for code", name);
  }
  char *code = page + used;
  used += kSize;
  const void *goal = reinterpret_cast<const void *>(&not_served);
  std::memcpy(code, "\x48\xbf", 2);
  std::memcpy(code + 2, &name, 8);
  std::memcpy(code + 10, "\x48\xb8", 2);
  std::memcpy(code + 12, &goal, 8);
  std::memcpy(code + 20, "\xff\xe0", 2);
  return code;
}

// The library whose functions are to be called: this one, or for the run that a translation is
// compared with that of the executor.
void *serving() {
#ifdef CASS_REFERENCE
  return dlopen(CASS_CUDART, RTLD_NOW | RTLD_GLOBAL);
#else
  Dl_info own;
  dladdr(reinterpret_cast<void *>(&not_served), &own);
  return dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);
#endif
}

// Lead the functions of a runtime that is linked in to those of this library.
void attach(const char *payload, const Header &header, uintptr_t bias) {
  auto functions =
      reinterpret_cast<const Function *>(payload + sizeof(Header) + header.fat_count * sizeof(Fat));
  void *library = serving();
  const uintptr_t page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  for (uint32_t at = 0; at < header.function_count; ++at) {
    const char *name = payload + functions[at].name;
    auto place = reinterpret_cast<char *>(bias + functions[at].address);
    uintptr_t first = reinterpret_cast<uintptr_t>(place) & ~(page - 1);
    size_t size = reinterpret_cast<uintptr_t>(place) + kJump - first;
    if (mprotect(reinterpret_cast<void *>(first), size, PROT_READ | PROT_WRITE | PROT_EXEC))
      stop("the program's code cannot be changed", name);
    const void *goal = library ? dlsym(library, name) : nullptr;
    write_jump(place, goal ? goal : complaint(name));
    mprotect(reinterpret_cast<void *>(first), size, PROT_READ | PROT_EXEC);
  }
}

int visit(dl_phdr_info *module, size_t, void *) {
  static std::set<std::string> seen;
  const char *path = *module->dlpi_name ? module->dlpi_name : "/proc/self/exe";
  if (!seen.insert(path).second)
    return 0;
  const char *file = mapped(path), *payload = file ? payload_in(file) : nullptr;
  if (!payload)
    return 0;
  Header header;
  std::memcpy(&header, payload, sizeof header);
  if (std::memcmp(header.magic, "CASSAMD1", sizeof header.magic))
    return 0;
  sm = header.sm;
  auto fats = reinterpret_cast<const Fat *>(payload + sizeof header);
  for (uint32_t at = 0; at < header.fat_count; ++at)
    bundles()[reinterpret_cast<const void *>(module->dlpi_addr + fats[at].address)] =
        payload + fats[at].offset;
  attach(payload, header, module->dlpi_addr);
  return 0;
}

// Before the constructors of the program, which register its kernels.
__attribute__((constructor(101))) void find_payloads() { dl_iterate_phdr(visit, nullptr); }

void *hip_library() {
  static void *library = [] {
    for (const char *name :
         {"libamdhip64.so.7", "libamdhip64.so.6"}) // older ones differ in layouts
      if (void *found = dlopen(name, RTLD_NOW | RTLD_GLOBAL))
        return found;
    stop("the HIP runtime was not found; install ROCm 6 or newer, or start the program with "
         "cass run",
         dlerror());
  }();
  return library;
}

} // namespace

const void *bundle_of(const void *fat_binary) {
  auto known = bundles().find(fat_binary);
  if (known == bundles().end()) {
    dl_iterate_phdr(visit, nullptr); // a library that was loaded later
    known = bundles().find(fat_binary);
  }
  return known == bundles().end() ? nullptr : known->second;
}

unsigned compute_capability() { return sm; }

void *hip_function(const char *name) {
  void *found = dlsym(hip_library(), name);
  if (!found)
    stop("the HIP runtime has no such function", name);
  return found;
}

void stop(const char *what, const char *name) {
  std::fprintf(stderr, "cass: %s: %s\n", what, name ? name : "unknown");
  std::fflush(nullptr);
  _exit(112);
}

} // namespace cass
